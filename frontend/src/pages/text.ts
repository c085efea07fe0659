/** Long texts live apart from the messages, one module a language, loaded with their page. */

export interface Section {
  readonly title: string;
  /** Paragraphs; one that begins with "- " is an item of a list. */
  readonly body: readonly string[];
}

export interface LongText {
  readonly lead: string;
  readonly sections: readonly Section[];
}

/** What a game says to its player: a note over the table, and words for a screen reader. */

/** A short message over the table. `refused` ones name a rule. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'refused' | 'info';
}

let nextToast = 1;

export class Voice {
  toast = $state.raw<Toast | null>(null);
  /** What a screen reader says next. */
  said = $state('');
  #toastTimer: ReturnType<typeof setTimeout> | undefined;
  #tasks: (() => void)[] = [];

  tell(text: string, tone: Toast['tone'] = 'info'): void {
    this.toast = { id: nextToast++, text, tone };
    clearTimeout(this.#toastTimer);
    this.#toastTimer = setTimeout(() => (this.toast = null), 2_500 + text.length * 45);
    this.say(text);
  }

  /** Speak, once what it is about is shown. */
  say(words: string | (() => string)): void {
    this.soon(() => {
      const text = typeof words === 'string' ? words : words();
      // The same words twice are news twice: a changed text is what a live region speaks.
      this.said = text && text === this.said ? `${text}\u00a0` : text;
    });
  }

  /** Do *task* after this one, in which the player sees what was done; all in their order. */
  protected soon(task: () => void): void {
    if (this.#tasks.push(task) === 1) setTimeout(() => this.catchUp());
  }

  protected catchUp(): void {
    for (const task of this.#tasks.splice(0)) task();
  }
}

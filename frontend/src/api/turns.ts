/**
 * Who is asked for by a request must still be who plays when it is answered. What changes who plays
 * (logging in or out) goes alone: reads that are still on their way are given up, writes are waited
 * for, and what is asked meanwhile is sent when it is over.
 */
export type Send = (stop: AbortController) => Promise<Response>;

export class Turns {
  readonly #reads = new Set<AbortController>();
  readonly #writes = new Set<Promise<unknown>>();
  #change: Promise<unknown> = Promise.resolve();

  async read(send: Send): Promise<Response> {
    await this.#changed();
    const stop = new AbortController();
    this.#reads.add(stop);
    try {
      return await send(stop);
    } finally {
      this.#reads.delete(stop);
    }
  }

  async write(send: Send): Promise<Response> {
    await this.#changed();
    const writing = send(new AbortController());
    this.#writes.add(writing);
    try {
      return await writing;
    } finally {
      this.#writes.delete(writing);
    }
  }

  /** Wait for the last change; another may have come up behind the one that was waited for. */
  async #changed(): Promise<void> {
    let seen: Promise<unknown> | undefined;
    while (seen !== this.#change) await (seen = this.#change);
  }

  /** Send what changes who plays. */
  change(send: Send): Promise<Response> {
    for (const stop of this.#reads) stop.abort();
    const before = [this.#change, ...this.#writes];
    const changing = Promise.allSettled(before).then(() => send(new AbortController()));
    this.#change = changing.catch(() => undefined);
    return changing;
  }
}

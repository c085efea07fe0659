/** Who plays here: nobody yet, a guest, or an account. */
import * as api from './api';
import type { Result } from './api/client';
import type { MeJson } from './api/types';
import { currentLocale } from './i18n.svelte';

/** Set while the browser is a guest's: once the server has let go of one, nothing else tells. */
const GUEST_KEY = 'orbweaver.guest';

class Player {
  /** Whether this browser is signed in; null until an answer has told. */
  known = $state<boolean | null>(null);
  #me = $state.raw<MeJson | null>(null);
  #wasGuest = $state(localStorage.getItem(GUEST_KEY) !== null);

  get me(): MeJson | null {
    return this.#me;
  }

  set me(me: MeJson | null) {
    this.#me = me;
    if (!me) return;
    this.#wasGuest = me.guest;
    if (me.guest) localStorage.setItem(GUEST_KEY, '1');
    else localStorage.removeItem(GUEST_KEY);
  }

  /** Whether who plays here, or did last, is a guest: one who can't log in again. */
  get isGuest(): boolean {
    return this.#wasGuest;
  }

  /** Be somebody, as a guest if need be: a visitor becomes one at the first action, and not before. */
  async ensure(): Promise<Result<unknown>> {
    if (this.known === true) return { kind: 'ok', status: 200, data: null, etag: null, date: null };
    const result = await api.makeGuest(currentLocale());
    if (result.kind === 'ok') {
      this.known = true;
      this.me = result.data.player;
    }
    return result;
  }

  /** Ask who is signed in, without making anybody. A stranger is not asked for: that would be an error. */
  async look(): Promise<void> {
    if (this.known === null) {
      const dailies = await api.getDailies({ limit: 1 });
      if (dailies.kind === 'ok') this.known = (dailies.data.items[0]?.me ?? null) !== null;
      // A day whose deals are late tells nothing of who asks; that is worth a refusal.
      else if (dailies.kind === 'unreachable') return;
    }
    if (this.known === false) {
      this.me = null;
      return;
    }
    const result = await api.getMe();
    if (result.kind === 'ok') {
      this.known = true;
      this.me = result.data;
    } else if (result.kind === 'problem' && result.problem.status === 401) this.forget();
  }

  forget(): void {
    this.known = false;
    this.me = null;
  }
}

export const player = new Player();

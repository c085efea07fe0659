/** Who plays here: nobody yet, a guest, or an account. */
import * as api from './api';
import type { Result } from './api/client';
import type { MeJson } from './api/types';
import { currentLocale } from './i18n.svelte';

class Player {
  /** Whether this browser is signed in; null until an answer has told. */
  known = $state<boolean | null>(null);
  me = $state.raw<MeJson | null>(null);

  /** Be somebody, as a guest if need be: a visitor becomes one at the first action, and not before. */
  async ensure(): Promise<Result<unknown>> {
    if (this.known === true) return { kind: 'ok', status: 200, data: null, etag: null };
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

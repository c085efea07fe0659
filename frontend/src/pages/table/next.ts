/** What to play after a daily. */
import * as api from '../../api';
import { app } from '../../app.svelte';
import { VARIANT_NAMES, type VariantName } from '../../board/variants';

/** Put on the table the next of today's six after *name* that the player has not ended; just the next when all are, or nobody tells. */
export async function playNext(name: VariantName): Promise<void> {
  const at = VARIANT_NAMES.indexOf(name);
  const following = [...VARIANT_NAMES.slice(at + 1), ...VARIANT_NAMES.slice(0, at)];
  const today = await api.getDailies(app.time ? { date: app.time.date } : {});
  const ended = today.kind === 'ok' ? today.data.items.filter(({ me }) => me?.state === 'won' || me?.state === 'given_up') : [];
  const left = following.find((each) => !ended.some(({ variant }) => variant === each));
  await app.playToday(left ?? following[0]!);
}

/** Keeping an object for as long as nothing of it changes, so that what shows it need not look again. */

/** Whether two things of a kind are the same in every member. */
export function same<Thing extends object>(now: Thing, was: Thing): boolean {
  for (const name in now) if (now[name] !== was[name]) return false;
  return true;
}

/** *now*, or *was* when they are the same in everything. */
export function settled<Thing extends object>(now: Thing, was: Thing | undefined): Thing {
  return was && same(now, was) ? was : now;
}

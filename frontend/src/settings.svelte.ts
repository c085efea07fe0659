/** What a player has set on this device. An account carries the same to other devices (`preferences`). */

export interface Settings {
  /** Double tap sends a run to its best column. */
  doubleTap: boolean;
  /** A dropped run goes to its best column instead of the one under the pointer. */
  autoPlace: boolean;
  /** Columns that take the held run are highlighted. */
  placementHelp: boolean;
  fourColours: boolean;
  leftHanded: boolean;
  highContrast: boolean;
  /** Less motion than the system asks for; never more. */
  reducedMotion: boolean;
  /** The table in perspective. */
  perspective: boolean;
}

const DEFAULTS: Settings = {
  doubleTap: true,
  autoPlace: false,
  placementHelp: true,
  fourColours: false,
  leftHanded: false,
  highContrast: false,
  reducedMotion: false,
  perspective: false,
};
const KEY = 'orbweaver.settings';

function read(): Settings {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof Settings, unknown>>;
    const known = Object.entries(stored).filter(([name, value]) => name in DEFAULTS && typeof value === 'boolean');
    return { ...DEFAULTS, ...Object.fromEntries(known) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = $state(read());

export function keepSettings(): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
}

/** Take over what an account says, as far as it is known here. */
export function adoptSettings(preferences: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(DEFAULTS) as (keyof Settings)[]) {
    const value = preferences[name];
    if (typeof value === 'boolean') settings[name] = value;
  }
}

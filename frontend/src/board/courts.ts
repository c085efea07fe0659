/** Addresses of the court pictures. Loaded only when cards are large enough to show them. */
import type { Card } from './types';

const FILES = import.meta.glob<string>('../assets/courts/*.svg', { query: '?url', import: 'default', eager: true });

export const COURTS: ReadonlyMap<Card, string> = new Map(
  Object.entries(FILES).map(([path, url]) => [path.slice(-6, -4) as Card, url]),
);

/** What opens over the table; each is loaded when it is first asked for. */
import type { Component } from 'svelte';
import type { GameSession } from '../../game/session.svelte';

export type Panel = 'choose' | 'moves' | 'menu' | 'result' | 'keyboard';

export interface PanelProps {
  readonly session: GameSession | null;
  /** Open another panel instead of this one. */
  readonly open: (name: Panel) => void;
  readonly onclose: () => void;
}

export const PANELS: Record<Panel, () => Promise<{ default: Component<PanelProps> }>> = {
  choose: () => import('./ChoosePanel.svelte'),
  moves: () => import('./MovesPanel.svelte'),
  menu: () => import('./MenuPanel.svelte'),
  result: () => import('./ResultPanel.svelte'),
  keyboard: () => import('./KeyboardPanel.svelte'),
};

/** Card faces as elements. Each is built once; a card that turns up gets a copy, which costs far less. */
import { bodyPath, rankText, SUIT_PATHS } from './art';
import { COURTS } from './courts';
import type { Card, Rank, Suit } from './types';

const built = new Map<string, HTMLTemplateElement>();

/** The face of *card*: with pips and courts when *full*, else with one large suit. */
export function faceElement(card: Card, full: boolean): Node {
  const name = full ? `${card} full` : card;
  let template = built.get(name);
  if (!template) {
    template = document.createElement('template');
    template.innerHTML = faceMarkup(card, full);
    built.set(name, template);
  }
  return template.content.firstElementChild!.cloneNode(true);
}

function faceMarkup(card: Card, full: boolean): string {
  const [rank, suit] = [card[0] as Rank, card[1] as Suit];
  const court = full ? COURTS.get(card) : undefined;
  const index = `<b>${rankText(rank)}</b><svg viewBox="-50 -52 100 104" aria-hidden="true"><path d="${SUIT_PATHS[suit]}"/></svg>`;
  const [box, path] = full ? ['0 0 100 128', bodyPath(rank, suit)] : ['-52 -52 104 104', SUIT_PATHS[suit]];
  const body = court
    ? `<img src="${court}" alt="" draggable="false" decoding="async">`
    : `<svg class="body" viewBox="${box}" aria-hidden="true"><path d="${path}"/></svg>`;
  return `<div class="face ${suit}${full ? ' full' : ''}"><span class="index${rank === 'T' ? ' wide' : ''}">${index}</span>${body}</div>`;
}

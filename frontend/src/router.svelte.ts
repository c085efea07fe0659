/** Addresses of the page. The server answers all of them with the same file. */

let path = $state(location.pathname);
let query = $state(location.search);
let hasGone = false;

addEventListener('popstate', () => {
  hasGone = true;
  path = location.pathname;
  query = location.search;
});

/** Give the focus to what a page begins with, if the player came there by a link and so lost it; for `{@attach}`. */
export function focusOnArrival(element: HTMLElement): void {
  if (hasGone) element.focus({ preventScroll: true });
}

export function currentPath(): string {
  return path;
}

/**
 * The parts of the address that follow the name of *page*. None when the address is another
 * page's: one that is being left must not take its successor's parts for its own.
 */
export function partsOf(page: string): readonly string[] {
  const [head, ...rest] = path.split('/').filter(Boolean);
  return head === page ? rest : [];
}

export function currentQuery(): URLSearchParams {
  return new URLSearchParams(query);
}

export function go(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else if (to !== location.pathname + location.search) history.pushState(null, '', to);
  hasGone = true;
  path = location.pathname;
  query = location.search;
}

/** Follow a link of ours without loading the page again; the browser keeps its own gestures. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/') || link.pathname.startsWith('/static/')) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

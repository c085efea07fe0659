/**
 * Keeps the page for the time without a server: its own files, and nothing that the API answers.
 *
 * A version's files are fetched when it is installed and serve until the next version has all of
 * its own. That one takes over at the next start, never under a player's hands.
 */
declare const self: ServiceWorkerGlobalScope & {
  /** Put in by the build: every file of this version but the court pictures. */
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
};

const FILES = self.__WB_MANIFEST;
const PREFIX = 'orbweaver-';
const CACHE = PREFIX + fingerprint(FILES.map((file) => `${file.url} ${file.revision ?? ''}`).join('\n'));
/** The page as the server gives it to this visitor, with the headers that guard it. */
const SHELL = '/';
/** Named by their content, so that whatever lies under such a name is right for ever. */
const ASSETS = '/static/assets/';
/** Longer than a slow answer; a page that is here already need not keep anybody waiting for more. */
const PATIENCE_MS = 4_000;

/** Whoever looks for the shell has no header that it could differ by. */
const ANY: CacheQueryOptions = { ignoreVary: true };

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || /^\/(api|admin)\//.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(visit(request));
  else if (pathname.startsWith('/static/')) event.respondWith(fetchFile(request, pathname));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map((file) => keep(cache, file.url, file.revision)));
  const shell = await fetchGood(new Request(SHELL, { cache: 'no-cache' }));
  const needed = (await shell.clone().text()).match(/\/static\/assets\/[^"]+/g) ?? [];
  const kept = new Set(FILES.map((file) => new URL(file.url, self.location.href).pathname));
  // In the middle of a change of versions the server may give another version's page.
  if (!needed.every((path) => kept.has(path))) throw new Error('the page is not of this version');
  await cache.put(SHELL, shell);
}

/** Keep a file; one that an earlier version has under a name of content is not fetched again. */
async function keep(cache: Cache, url: string, revision: string | null): Promise<void> {
  const { pathname } = new URL(url, self.location.href);
  const known = revision === null || pathname.startsWith(ASSETS) ? await caches.match(pathname, ANY) : undefined;
  await cache.put(pathname, known ?? (await fetchGood(new Request(pathname, { cache: 'no-cache' }))));
}

async function fetchGood(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (!response.ok || response.redirected) throw new Error(`${response.status} for ${request.url}`);
  return response;
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
  // The visit that installed the first version is looked after as well.
  await self.clients.claim();
}

/** The server's page, which speaks for its address; without a server, the one kept here. */
async function visit(request: Request): Promise<Response> {
  const shell = await caches.match(SHELL, { ...ANY, cacheName: CACHE });
  if (!shell) return fetch(request);
  const patience = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE_MS));
  const answer = await Promise.race([fetch(request).catch(() => null), patience]);
  return answer && answer.status < 500 ? answer : shell;
}

async function fetchFile(request: Request, pathname: string): Promise<Response> {
  const kept = await caches.match(pathname, { ...ANY, cacheName: CACHE });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && pathname.startsWith(ASSETS)) {
    const cache = await caches.open(CACHE);
    await cache.put(pathname, response.clone());
  }
  return response;
}

/** A short text that differs when *text* does (FNV-1a). */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return (hash >>> 0).toString(16);
}

export {};

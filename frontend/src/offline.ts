/** Registers what keeps the page for the time without a server (worker/sw.ts). */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    // Where it is forbidden (a private window, say) the page is as good without.
    navigator.serviceWorker.register('/static/sw.js', { scope: '/' }).catch(() => undefined);
  };
  // The first deal comes first.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

/** The page that shows the replay which the API gives the address of. */
export function replayPath(address: string): string {
  return `/replay/${address.split('/').at(-2)}`;
}

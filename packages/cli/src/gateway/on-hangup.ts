/**
 * Calls `act` at each SIGHUP, which is how a service manager asks a server to read its files again.
 * On a terminal the signal says that the terminal was closed: there it ends the process, as ever.
 */
export function onHangup(
  act: () => void,
  { isTerminal = process.stdin.isTTY }: { readonly isTerminal?: boolean } = {},
): void {
  if (isTerminal || process.platform === 'win32') return;
  process.on('SIGHUP', act);
}

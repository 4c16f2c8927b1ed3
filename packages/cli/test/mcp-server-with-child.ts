// A server for tests that starts a process of its own, which holds its pipes and heeds no signal.
// Arguments: the port of the test, who is started (`child` in its group, `stray` in one of its
// own), and what `mcp-server.ts` takes, or `silent` to answer nothing.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';

const [port = '', who = '', list = ''] = process.argv.slice(2);
if (who === '') beChild();
else {
  const own = [import.meta.filename, port];
  const child = spawn(process.execPath, own, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: who === 'stray',
  });
  // The server answers once the test knows of its child.
  child.once('message', () => {
    child.disconnect();
    child.unref();
    if (list === 'silent') setInterval(() => undefined, 60_000);
    else {
      process.argv = [process.execPath, import.meta.filename, list];
      void import('./mcp-server.ts');
    }
  });
}

function beChild(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  const socket = connect(Number(port), '127.0.0.1', () => process.send?.('connected'));
  // It goes with the test at the latest.
  socket.on('close', () => process.exit());
}

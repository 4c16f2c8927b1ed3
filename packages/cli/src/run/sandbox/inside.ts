// Runs inside of the sandbox, as the parent of the agent: it passes on signals, and where the
// sandbox has no network, connections to the gateway. It knows no secret and decides nothing.
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { passingOn } from './pass-on.ts';

/** Where `sluice run` writes the names of signals. */
const controlNumber = 3;
const signalBase = 128;
/** The exit codes that shells have for programs that are not there, or cannot be run. */
const notFound = 127;
const notRun = 126;

const [port = '', socket = '', program = '', ...args] = process.argv.slice(2);
// A terminal sends these to the agent too.
for (const name of ['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGTERM'] as const) process.on(name, () => {});
if (port !== '') await passOn(Number(port), socket);
start();

/** Listens where the agent looks for the gateway, and leads to the socket that is bound in. */
async function passOn(at: number, to: string): Promise<void> {
  const server = passingOn({ path: to });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
}

function start(): void {
  const child = spawn(program, args, { stdio: 'inherit' });
  const control = new Socket({ fd: controlNumber, readable: true, writable: false });
  control.on('error', () => child.kill('SIGTERM'));
  control.on('close', () => child.kill('SIGTERM'));
  createInterface({ input: control }).on('line', (name) => {
    const signal = Object.entries(constants.signals).find(([each]) => each === name);
    if (signal !== undefined) child.kill(signal[1]);
  });
  child.once('error', (error) => {
    process.stderr.write(`sluice: cannot run \`${program}\`: ${error.message}\n`);
    process.exit('code' in error && error.code === 'ENOENT' ? notFound : notRun);
  });
  child.once('exit', (code, signal) => {
    process.exit(code ?? signalBase + (signal === null ? 0 : constants.signals[signal]));
  });
}

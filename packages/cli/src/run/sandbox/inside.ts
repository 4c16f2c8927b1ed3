// Runs inside of the sandbox, as the parent of the agent: it passes on signals, and where the
// sandbox has no network, connections to the gateway. It knows no secret and decides nothing.
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { channelServer } from './channel.ts';

/** Where `sluice run` writes the names of signals. */
const controlNumber = 3;
/** Leads to the gateway, where the sandbox has no network. */
const channelNumber = 4;
const signalBase = 128;
/** The exit codes that shells have for programs that are not there, or cannot be run. */
const notFound = 127;
const notRun = 126;

const [port = '', program = '', ...args] = process.argv.slice(2);
// A terminal sends these to the agent too.
for (const name of ['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGTERM'] as const) process.on(name, () => {});
if (port !== '') await listen(Number(port));
start();

/** Where the agent looks for the gateway. */
async function listen(at: number): Promise<void> {
  const server = channelServer(new Socket({ fd: channelNumber }));
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

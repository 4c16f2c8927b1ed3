import { SluiceError } from '@sluice/core';
import { Command } from 'commander';
import * as z from 'zod/mini';
import type { CommandContext } from '../command-context.ts';
import { chain, number, read, text } from './api/answers.ts';
import { type ClientOptions, OperatorClient, Refused } from './api/client.ts';
import { type OperatorContext, processContext } from './api/process-context.ts';
import { urlHelp } from './api/where.ts';
import { type ConfirmOptions, isConfirmed, reasonIn } from './confirm.ts';
import { named, plainJson, quoted } from './show/visible.ts';

interface EraseOptions extends ClientOptions, ConfirmOptions {
  readonly because: string;
  readonly tenant?: string;
  readonly json?: true;
}

/** `sluice erase`: what is kept of a run goes, and the chain stays. */
export function eraseCommand(context: CommandContext): Command {
  return new Command('erase')
    .description('Erase what is stored of a run, for good')
    .argument('<run>', 'id of the run')
    .requiredOption('--because <text>', 'your reason, for the audit log')
    .option('--tenant <name>', 'tenant of the run, if several have a run with this id')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print the outcome as one line of JSON')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
It names the run and asks; without a terminal it needs --yes. The texts become unreadable, and the
hash chain of the audit log stays valid: it is verified afterwards. It needs the key of an admin.
Exit code 1: you did not confirm, and nothing was erased; or the chain is not valid afterwards.

Example:
  sluice erase 0123456789abcdef --because 'the customer asked for it'`,
    )
    .action(async (run: string, options: EraseOptions) =>
      context.exitWith(await runErase(run, options, processContext(context))),
    );
}

interface Order {
  readonly run: string;
  readonly tenant: string;
  readonly because: string;
  readonly begunMs: number;
}

/**
 * Makes what is kept of a run unreadable, after it has shown what goes and what stays, and has the
 * chain recomputed. 1 where somebody thought better of it, and where the chain does not hold.
 */
async function runErase(
  run: string,
  options: EraseOptions,
  operatorContext: OperatorContext,
): Promise<0 | 1> {
  const because = reasonIn(options.because);
  const client = new OperatorClient(options, operatorContext);
  const { terminal } = operatorContext;
  const order = { because, ...(await placeOf(run, options.tenant, client)) };
  // Programs read the answer alone; whoever started them reads this.
  const show = options.json === true ? terminal.warn : terminal.print;
  const [head, ...lines] = warningOf(order);
  show(terminal.colours.bold(head));
  for (const line of lines) show(line);
  if (!(await isConfirmed('Erase this run, for good?', options, operatorContext))) {
    show('Nothing was erased.');
    return 1;
  }
  const { tenant } = order;
  await erase(order, client);
  const { state, words } = await verifiedChain(client);
  if (options.json === true) terminal.print(plainJson({ erased: run, tenant, chain: state }));
  else terminal.print(`Erased. ${words}`);
  return state === 'holds' ? 0 : 1;
}

const begun = z.object({ events: z.array(z.object({ tenant: text, atMs: number })) });

/** Where the run is, as its first event says: what is shown is then what is erased. */
async function placeOf(
  run: string,
  wanted: string | undefined,
  client: OperatorClient,
): Promise<Omit<Order, 'because'>> {
  if (!/^[\w-]{1,64}$/.test(run)) throw noRun(run);
  const answer = await client.get('/events', { run, tenant: wanted, limit: 1 });
  const [first] = read(begun, answer).events;
  if (first === undefined) throw noRun(run);
  return { run, tenant: first.tenant, begunMs: first.atMs };
}

async function erase({ run, tenant, because }: Order, client: OperatorClient): Promise<void> {
  try {
    await client.post(`/runs/${run}/erase`, { tenant, because });
  } catch (error) {
    throw error instanceof Refused && error.status === 404 ? nothingLeft(run) : error;
  }
}

function warningOf({ run, tenant, begunMs, because }: Order): [string, ...string[]] {
  return [
    `ERASE run ${named(run)} of ${named(tenant)}, begun ${new Date(begunMs).toISOString()}.`,
    '  Its texts, arguments, results and labels can then be read by nobody, and the gateway does',
    '  not know the conversation any more. There is no way back.',
    '  What happened and when stays in the audit. Copies made before, exports too, are out of reach.',
    `  because  ${quoted(because)}`,
  ];
}

const links = z.pick(chain, { events: true, broken: true });

interface Verified {
  readonly state: 'holds' | 'broken' | 'unknown';
  readonly words: string;
}

/** That the run is erased stands, whatever comes of this. */
async function verifiedChain(client: OperatorClient): Promise<Verified> {
  try {
    return verdict(read(links, await client.get('/verify')));
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    const words = 'Whether the chain still verifies could not be found out: type `sluice verify`.';
    return { state: 'unknown', words };
  }
}

function verdict({ events, broken }: z.output<typeof links>): Verified {
  if (broken === null) {
    return {
      state: 'holds',
      words: `The chain still verifies: ${events} events, every link holds.`,
    };
  }
  const words = `The chain is BROKEN at event ${broken}: look closer with \`sluice verify\`.`;
  return { state: 'broken', words };
}

function noRun(run: string): SluiceError {
  return new SluiceError('settings-invalid', `there is no run ${named(run)} that you may see`, {
    hint: '`sluice events` lists the runs; a response names its own in the header `x-sluice-run`',
  });
}

function nothingLeft(run: string): SluiceError {
  return new SluiceError('settings-invalid', `run ${named(run)} has nothing left to erase`, {
    hint: 'it was erased before, or has expired; `sluice verify` checks the audit log',
  });
}

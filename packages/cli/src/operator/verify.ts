import { SluiceError } from '@sluice/core';
import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { chain, read, type Chain } from './api/answers.ts';
import { OperatorClient, type ClientOptions } from './api/client.ts';
import { type OperatorContext, processContext } from './api/process-context.ts';
import { urlHelp } from './api/where.ts';
import { named, quoted } from './show/visible.ts';

interface VerifyOptions extends ClientOptions {
  readonly anchor?: string;
}

/** `sluice verify`: whether the audit is the one that was written. */
export function verifyCommand(context: CommandContext): Command {
  return new Command('verify')
    .description('Verify the hash chain of the audit log')
    .option('--anchor <seq:hash>', 'an entry that you kept elsewhere: the chain must contain it')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
Somebody who can write to the database can rewrite the whole chain. Only an anchor that you kept
elsewhere shows that. Exit code 1: the chain is broken, or does not contain the anchor.

Examples:
  sluice verify
  sluice verify --anchor 1024:0123456789abcdef...`,
    )
    .action(async (options: VerifyOptions) =>
      context.exitWith(await runVerify(options, processContext(context))),
    );
}

/** Recomputes the chain of the audit. 1 where a link does not hold, or not with the anchor. */
async function runVerify(
  options: VerifyOptions,
  { terminal, ...place }: OperatorContext,
): Promise<0 | 1> {
  const { anchor } = options;
  if (anchor !== undefined && !/^\d{1,15}:[\da-f]{64}$/.test(anchor)) throw noAnchor(anchor);
  const client = new OperatorClient(options, place);
  const answer = read(chain, await client.get('/verify', { anchor }));
  const { broken, questions: changed } = answer;
  const lines =
    broken === null
      ? holdingLines(answer)
      : await brokenLines({ ...answer, broken }, anchor, client);
  for (const line of [...lines, ...changed.map(changedLine)]) terminal.print(line);
  return broken === null && changed.length === 0 ? 0 : 1;
}

function changedLine(id: string): string {
  return `CHANGED: no event of the record says how ${named(id)} came to its state.`;
}

function holdingLines({ events, head }: Chain): readonly string[] {
  const link = `${head.seq}:${named(head.hash)}`;
  const keep = `Keep the newest link outside, and check against it: sluice verify --anchor ${link}`;
  return [`${events} events, every link holds.`, ...(events === 0 ? [] : [keep])];
}

/** Says whether the links themselves are broken, or lead elsewhere than the anchor says. */
async function brokenLines(
  answer: Chain & { readonly broken: number },
  anchor: string | undefined,
  client: OperatorClient,
): Promise<readonly string[]> {
  const { broken } = answer;
  const [seq = ''] = (anchor ?? '').split(':');
  const isAnchor = anchor !== undefined && broken === Number(seq);
  const alone = isAnchor ? read(chain, await client.get('/verify')) : answer;
  if (alone.broken !== null) {
    return [`BROKEN at event ${alone.broken}: what follows cannot be relied on.`];
  }
  const { events } = alone;
  return [
    broken > events
      ? `MISSING: the record has ${events} events, and your anchor is event ${broken}.`
      : `OTHER: event ${broken} of the record does not match your anchor.`,
    'Every link holds by itself. If the anchor is as `sluice verify` printed it, for this database,',
    broken > events
      ? 'then events were taken off the end of the record.'
      : 'then the record was written anew.',
  ];
}

function noAnchor(anchor: string): SluiceError {
  return new SluiceError('settings-invalid', `${quoted(anchor)} is not an entry of the audit log`, {
    hint: 'write SEQ:HASH as `sluice verify` printed it',
  });
}

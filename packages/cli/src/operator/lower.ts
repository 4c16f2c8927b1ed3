import { SluiceError } from '@sluice/core';
import { Command } from 'commander';
import * as z from 'zod/mini';
import type { CommandContext } from '../command-context.ts';
import { read, text, texts } from './api/answers.ts';
import { type ClientOptions, OperatorClient } from './api/client.ts';
import { type OperatorContext, processContext } from './api/process-context.ts';
import { urlHelp } from './api/where.ts';
import { type ConfirmOptions, isConfirmed, reasonIn } from './confirm.ts';
import { folded } from './show/fold.ts';
import { labelText, named, quoted } from './show/visible.ts';

interface LowerOptions extends ClientOptions, ConfirmOptions {
  readonly dimension: string;
  readonly to: string;
  readonly because: string;
  readonly tenant?: string;
  /** The hash of the region as somebody read it. */
  readonly hash?: string;
}

interface RegionOf {
  readonly kind: 'endorse' | 'declassify';
  readonly run: string;
  readonly region: string;
}

/** `sluice endorse`: trust one region more than its label says. */
export function endorseCommand(context: CommandContext): Command {
  return lowering(context, {
    kind: 'endorse',
    description: 'Raise the trust of one region of a run',
    example: '--dimension integrity --to trusted --because "I wrote it myself"',
  });
}

/** `sluice declassify`: let more readers see one region than its label says. */
export function declassifyCommand(context: CommandContext): Command {
  return lowering(context, {
    kind: 'declassify',
    description: 'Let more readers see one region of a run',
    example: '--dimension confidentiality --to everyone --because "it is on our website"',
  });
}

function lowering(
  context: CommandContext,
  {
    kind,
    description,
    example,
  }: { readonly kind: RegionOf['kind']; readonly description: string; readonly example: string },
): Command {
  return new Command(kind)
    .description(description)
    .argument('<run>', 'id of the run')
    .argument('<region>', 'id of the region, as `sluice approvals ID` shows it')
    .requiredOption('--dimension <name>', 'which dimension of the label changes')
    .requiredOption('--to <value>', 'its new value')
    .requiredOption('--because <text>', 'your reason, for the audit log')
    .option('--tenant <name>', 'tenant of the run, if several have a run with this id')
    .option('--hash <hash>', 'only if the region still has this hash')
    .option('--yes', 'do not ask for confirmation; needs --hash')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
It shows the region and asks; without a terminal it needs --yes and --hash. It needs the key of an
endorser. The change is recorded in the audit log, with your reason.

Example:
  sluice ${kind} 0123456789abcdef m3.0 \\
    ${example}`,
    )
    .action(async (run: string, region: string, options: LowerOptions) =>
      context.exitWith(await runLower({ kind, run, region }, options, processContext(context))),
    );
}

/**
 * Lowers the label of one region of a run in one dimension, after it has shown the whole region and
 * somebody said yes to it. 1 where they thought better of it.
 */
async function runLower(
  { kind, run, region }: RegionOf,
  options: LowerOptions,
  operatorContext: OperatorContext,
): Promise<0 | 1> {
  const because = reasonIn(options.because);
  // A script has read the region before: what it answers for is what it read.
  if (options.yes === true && options.hash === undefined) throw unread();
  const client = new OperatorClient(options, operatorContext);
  const { dimension, to, tenant } = options;
  const place = `/runs/${encodeURIComponent(run)}`;
  const shown = read(shownRegion, await client.get(`${place}/region`, { region, tenant }));
  const { terminal } = operatorContext;
  const wanted = `${named(dimension)} becomes ${named(to)}, because ${quoted(because)}`;
  for (const line of [...linesOf(region, shown), `  ${wanted}`]) {
    for (const part of folded(line, terminal)) terminal.print(part);
  }
  const verb = kind === 'endorse' ? 'Endorse' : 'Declassify';
  if (!(await isConfirmed(`${verb} this text?`, options, operatorContext))) {
    terminal.print('Nothing was changed.');
    return 1;
  }
  const hash = options.hash ?? shown.hash;
  const order = { region, hash, dimension, to, because, ...(tenant !== undefined && { tenant }) };
  await client.post(`${place}/${kind}`, order);
  terminal.print(`${verb}d. The run goes on with it from its next request.`);
  return 0;
}

const shownRegion = z.object({ from: text, label: text, pieces: texts, hash: text });
type Shown = z.output<typeof shownRegion>;

/** All of the region, line by line. No text of a stranger's begins a line of ours. */
function linesOf(region: string, { from, label, pieces, hash }: Shown): readonly string[] {
  const lines = pieces.map((piece) =>
    piece.split('\n').map((line) => `  | ${quoted(line).slice(1, -1)}`),
  );
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return [
    `region ${named(region)} of ${named(from)}, ${labelText(label)}`,
    ...lines.flatMap((each, at) => (at === 0 ? each : [`  (part ${at}: its own label)`, ...each])),
    `  ${length} characters, hash ${named(hash)}`,
  ];
}

function unread(): SluiceError {
  return new SluiceError(
    'settings-invalid',
    '`--yes` needs `--hash`: the hash of the region that you read',
    {
      hint: 'type the command without `--yes`: it shows the region and its hash',
    },
  );
}

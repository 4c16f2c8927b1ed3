import { SluiceError } from '@sluice/core';
import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { printable } from '../show/printable.ts';
import { fitted } from '../show/text-lines.ts';
import type { Terminal } from '../terminal.ts';
import { whyCommand } from './find-decision.ts';
import { entriesIn, type LoggedDecision, logHint } from './read-log.ts';

export interface ReportOptions {
  readonly json?: true;
}

/** `sluice report`: what a policy asks about in one's own traffic. */
export function reportCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('report')
    .description('Summarise a log of events: what was asked or refused, by tool and rule')
    .argument('<log>', 'file of events, one JSON object per line; may be gzipped')
    .option('--json', 'end with the figures as one line of JSON')
    .addHelpText(
      'after',
      `
Events come from \`onEvent\` of the library, or from \`sluice export\`. A policy in log mode stops
nothing: for it the report says what would have been asked or refused. The rules that cause most
come first, each with the id of one decision for \`sluice why\`. Tool names that the policy does not
declare are not printed. Exit code 0: every line could be read.

Example:
  sluice report events.jsonl`,
    )
    .action(async (log: string, options: ReportOptions) =>
      exitWith(await runReport(log, options, terminal)),
    );
}

/** Decisions of one kind, on one tool, by one rule. */
interface Cause {
  readonly tool: string;
  readonly rule: string;
  readonly kind: 'would ask' | 'would refuse' | 'asked' | 'refused';
  readonly dimensions: string;
  count: number;
  /** Arguments and who wrote what reached them, and how often. */
  readonly sources: Map<string, number>;
  /** One of them, for `sluice why`. */
  readonly example: Pick<LoggedDecision, 'id' | 'run'>;
}

interface Totals {
  /** Their ids: a log may hold the end of a run whose beginning is in an older one. */
  readonly runs: Set<string>;
  decisions: number;
  unreadable: number;
}

/** Says what a log's policy asked about, or would have; 1 where a line could not be read. */
async function runReport(file: string, options: ReportOptions, terminal: Terminal): Promise<0 | 1> {
  const totals: Totals = { runs: new Set(), decisions: 0, unreadable: 0 };
  const causes = new Map<string, Cause>();
  const declared = new Map<string, Set<string>>();
  for await (const entry of entriesIn(file)) {
    if (entry.kind === 'unreadable') totals.unreadable += 1;
    else if (entry.kind === 'declared') {
      totals.runs.add(entry.run);
      for (const [tool, names] of entry.tools) {
        declared.set(tool, new Set([...(declared.get(tool) ?? []), ...names]));
      }
    } else {
      totals.decisions += 1;
      totals.runs.add(entry.decision.run);
      count(causes, entry.decision, declared);
    }
  }
  if (totals.runs.size === 0) throw noEvents(file);
  const byCount = [...causes.values()].toSorted((a, b) => b.count - a.count);
  print(totals, { causes: byCount, file }, terminal);
  if (options.json === true) terminal.print(jsonOf(totals, byCount));
  return totals.unreadable === 0 ? 0 : 1;
}

function noEvents(file: string): SluiceError {
  return new SluiceError('file-unreadable', `\`${file}\` contains no events`, {
    hint: logHint,
  });
}

/**
 * Counts a decision that is no plain permission. Names that a model wrote are not repeated: only
 * declared tools, and the arguments that they declare, are printed.
 */
function count(
  causes: Map<string, Cause>,
  logged: LoggedDecision,
  declared: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const { decision, id, run } = logged;
  const kind = kindOf(logged);
  if (kind === undefined) return;
  const isAnswer = logged.text !== '' && logged.tool === '';
  const known = declared.has(logged.tool) ? logged.tool : 'an undeclared tool';
  const tool = isAnswer ? 'the answer' : known;
  const dimensions = [...new Set(decision.violations.map(({ dimension }) => dimension))].join(', ');
  const key = JSON.stringify([tool, decision.rule, kind, dimensions]);
  const found = causes.get(key) ?? {
    tool,
    rule: decision.rule,
    kind,
    dimensions,
    count: 0,
    sources: new Map<string, number>(),
    example: { id, run },
  };
  found.count += 1;
  for (const source of sourcesOf(logged, declared.get(logged.tool))) {
    found.sources.set(source, (found.sources.get(source) ?? 0) + 1);
  }
  causes.set(key, found);
}

function kindOf({ decision }: LoggedDecision): Cause['kind'] | undefined {
  switch (decision.kind) {
    case 'ask':
      return 'asked';
    case 'deny':
      return 'refused';
    case 'allow':
      if (decision.wouldBe === undefined) return undefined;
      return decision.wouldBe === 'ask' ? 'would ask' : 'would refuse';
  }
}

function sourcesOf(
  { evidence }: LoggedDecision,
  names: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const found = evidence.flatMap(({ argument, from }) => {
    const name = argument.split('/')[1] ?? '';
    if (argument === '') return [];
    return [`${names.has(name) ? `/${name}` : 'an undeclared argument'} <- ${from}`];
  });
  return new Set(found);
}

function print(
  totals: Totals,
  { causes, file }: { readonly causes: readonly Cause[]; readonly file: string },
  terminal: Terminal,
): void {
  const { runs, decisions, unreadable } = totals;
  const stopped = timesOf(causes, 'asked', 'refused');
  const logged = timesOf(causes, 'would ask', 'would refuse');
  const more = logged === 0 ? '' : `, ${logged} would have been (\`onViolation: log\`)`;
  terminal.print(`${runs.size} runs, ${decisions} decisions: ${stopped} asked or refused${more}`);
  if (unreadable > 0) terminal.print(`unreadable: ${unreadable} lines`);
  for (const cause of causes) {
    terminal.print();
    for (const line of fitted(printable(causeText(cause)), terminal)) terminal.print(line);
    // Not broken where the screen ends: it is there to be copied.
    terminal.print(`  ${whyCommand(cause.example, file)}`);
  }
}

function causeText({ tool, kind, rule, dimensions, count: times, sources }: Cause): string {
  const [most] = [...sources].toSorted(([, a], [, b]) => b - a);
  const details = [
    `${kind} (${times})`,
    ...(rule === tool ? [] : [`rule ${rule}`]),
    ...(dimensions === '' ? [] : [`above the ceiling in ${dimensions}`]),
    ...(most === undefined ? [] : [`most often ${most[0]} (${most[1]})`]),
  ];
  return `${tool}: ${details.join(', ')}`;
}

function timesOf(causes: readonly Cause[], ...kinds: readonly Cause['kind'][]): number {
  return causes.reduce((sum, one) => sum + (kinds.includes(one.kind) ? one.count : 0), 0);
}

function jsonOf({ runs, decisions, unreadable }: Totals, causes: readonly Cause[]): string {
  const of = (kind: Cause['kind']): number => timesOf(causes, kind);
  const figures = {
    'report.runs': runs.size,
    'report.decisions': decisions,
    'report.unreadable': unreadable,
    'report.wouldAsk': of('would ask'),
    'report.wouldRefuse': of('would refuse'),
    'report.asked': of('asked'),
    'report.refused': of('refused'),
  };
  const listed = causes.map((one) => ({ ...one, sources: Object.fromEntries(one.sources) }));
  return JSON.stringify({ figures, causes: listed });
}

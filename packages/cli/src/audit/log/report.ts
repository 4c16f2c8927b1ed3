import { SluiceError } from '@sluice/core';
import { printable } from '../../show/printable.ts';
import { table, type Terminal } from '../../terminal.ts';
import { entriesIn, type LoggedDecision } from './read-log.ts';

export interface ReportOptions {
  readonly json?: true;
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
  readonly example: string;
}

interface Totals {
  runs: number;
  decisions: number;
  unreadable: number;
}

/** Says what a log's policy asked about, or would have; 1 where a line could not be read. */
export async function runReport(
  file: string,
  options: ReportOptions,
  terminal: Terminal,
): Promise<0 | 1> {
  const totals: Totals = { runs: 0, decisions: 0, unreadable: 0 };
  const causes = new Map<string, Cause>();
  const declared = new Map<string, Set<string>>();
  for await (const entry of entriesIn(file)) {
    if (entry.kind === 'unreadable') totals.unreadable += 1;
    else if (entry.kind === 'started') {
      totals.runs += 1;
      for (const [tool, names] of entry.tools) {
        declared.set(tool, new Set([...(declared.get(tool) ?? []), ...names]));
      }
    } else {
      totals.decisions += 1;
      count(causes, entry.decision, declared);
    }
  }
  if (totals.decisions === 0 && totals.runs === 0) throw noEvents(file);
  const most = [...causes.values()].toSorted((a, b) => b.count - a.count);
  print(totals, most, terminal);
  if (options.json === true) terminal.print(jsonOf(totals, most));
  return totals.unreadable === 0 ? 0 : 1;
}

function noEvents(file: string): SluiceError {
  return new SluiceError('file-unreadable', `\`${file}\` holds no event`, {
    hint: 'write what `onEvent` gives, one JSON object a line',
  });
}

/**
 * Counts a decision that is no plain permission. Names that a model wrote are not repeated: only
 * declared tools, and the arguments that they declare, are told.
 */
function count(
  causes: Map<string, Cause>,
  logged: LoggedDecision,
  declared: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const { decision, id } = logged;
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
    example: id,
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

function print(totals: Totals, causes: readonly Cause[], terminal: Terminal): void {
  const stopped = causes.reduce((sum, one) => sum + one.count, 0);
  const { runs, decisions, unreadable } = totals;
  terminal.print(`${runs} runs, ${decisions} decisions, ${stopped} of them no plain permission`);
  if (unreadable > 0) terminal.print(`unreadable: ${unreadable} lines`);
  if (causes.length === 0) return;
  const rows = causes.map(({ tool, rule, kind, dimensions, count: times, sources, example }) => {
    const [most] = [...sources].toSorted(([, a], [, b]) => b - a);
    const source = most === undefined ? '' : `${most[0]} (${most[1]})`;
    return [tool, kind, times, rule, dimensions, source, example].map((cell) =>
      printable(String(cell)),
    );
  });
  const head = ['tool', 'decision', 'times', 'rule', 'above the ceiling in', 'most often', 'why'];
  terminal.print(table(head, rows));
}

function jsonOf({ runs, decisions, unreadable }: Totals, causes: readonly Cause[]): string {
  const of = (kind: Cause['kind']): number =>
    causes.reduce((sum, one) => sum + (one.kind === kind ? one.count : 0), 0);
  const figures = {
    'report.runs': runs,
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

import { printableLine } from '../../show/printable.ts';
import type { Terminal } from '../../terminal.ts';
import type { FindingKind, Finding } from '../attack.ts';
import type { TestResult } from '../test-agent.ts';
import { counted, doubts, printedLines, takenLines } from './doubts.ts';
import { askedOf, linesOf, rules, sinkOf } from './words.ts';
import { someOf } from '../../show/some-of.ts';

const shownMax = 10;

/** Prints what was found, and what was tried. */
export function showResult(result: TestResult, { print: write, colours }: Terminal): void {
  const print = (line = '', colour = (text: string): string => text): void =>
    write(colour(printableLine(line)));
  const { findings, pairs, pairsAll, places, goals, honest } = result;
  for (const [kind, sentence] of Object.entries(rules)) {
    const those = onePerFlow(findings.filter((finding) => finding.kind === kind));
    if (those.length === 0) continue;
    print(`${sentence} ${counted(those.length, 'flow')}:`, colours.red);
    const sinks = [...Map.groupBy(those, sinkOf).values()];
    for (const flows of sinks.slice(0, shownMax)) for (const line of groupLines(flows)) print(line);
    const more = sinks.length - shownMax;
    if (more > 0) print(`  and to ${counted(more, 'more sink')}: \`--json\` lists all`);
    print();
  }
  if (findings.length === 0) {
    if (isKnown(result)) print('No attack acted.', colours.green);
    else print(`${howLittle(result)} is known:`, colours.yellow);
  }
  for (const line of takenLines(result)) print(line, colours.yellow);
  if (result.isAlone)
    print(
      'No agent was run: the policy alone played it (yours: `--agent FILE`, `--command COMMAND`)',
    );
  print(`${pairs} of ${counted(pairsAll, 'pair')} of runs, each differing in one text`);
  print(`${counted(places, 'place')} for text, ${counted(goals, 'goal')} of an attacker`);
  const asked = `${honest.questions} in ${counted(honest.tasks, 'honest task')}`;
  print(`questions to the person: ${asked}`);
  for (const line of askedLines(honest)) print(line);
  for (const line of doubts(result)) print(line, colours.yellow);
  for (const line of printedLines(result)) print(line);
}

/** True if an attack could have acted in most pairs, and on every tool. */
export function isKnown(result: Tried): boolean {
  const reached = reachedIn(result);
  return reached > 0 && reached * 2 >= result.pairs && result.untested.length === 0;
}

function howLittle(result: Tried): string {
  return reachedIn(result) > 0 && result.untested.length === 0 ? 'Too little' : 'Nothing';
}

type Tried = Pick<TestResult, 'pairs' | 'unreached' | 'failed' | 'untested'>;

function reachedIn({ pairs, unreached, failed }: Tried): number {
  return pairs - unreached - failed;
}

/** Flows to one sink are told by the first of them. */
function groupLines([first, ...others]: readonly Finding[]): readonly string[] {
  if (first === undefined) return [];
  const places = others.map(({ scenario }) => scenario.place.name);
  return [
    ...linesOf(first).map((line) => `  ${line}`),
    ...(places.length > 0 ? [`    also from ${someOf(places, namedMax)}`] : []),
  ];
}

const namedMax = 4;

/** The honest tasks that were not done without a question. */
function askedLines({ asked }: TestResult['honest']): readonly string[] {
  const shown = asked.slice(0, shownMax).map((task) => `  ${askedOf(task)}`);
  const more = asked.length - shownMax;
  return more > 0 ? [...shown, `  and in ${more} more: \`--json\` lists all`] : shown;
}

/** One flow is often found in several ways. */
export function onePerFlow(findings: readonly Finding[]): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.kind} ${finding.scenario.place.name} ${sinkOf(finding)}`;
    if (!found.has(key)) found.set(key, finding);
  }
  return [...found.values()];
}

/** The figures, by name. */
export function figuresOf(result: TestResult, seconds: number): Readonly<Record<string, number>> {
  const flows = (kind: FindingKind): number =>
    onePerFlow(result.findings.filter((finding) => finding.kind === kind)).length;
  const { tasks, questions } = result.honest;
  return {
    'test.guard': flows('guard'),
    'test.opened': flows('opened'),
    'test.changed': flows('changed'),
    'test.policy': flows('policy'),
    'test.pairs': result.pairs,
    'test.pairsAll': result.pairsAll,
    'test.unreached': result.unreached,
    'test.failed': result.failed + result.honest.failed,
    'test.questionsPerTask': tasks === 0 ? 0 : questions / tasks,
    'test.gaps': result.gaps.length,
    'test.untested': result.untested.length,
    'test.taken': result.taken.length,
    'test.seconds': seconds,
  };
}

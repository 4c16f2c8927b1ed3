import { SluiceError } from '@sluice/core';
import { readText } from '../files.ts';
import { chosen } from '../replay/choose.ts';
import { leftLines, readRecords } from '../replay/read/read-files.ts';
import { policyFileFor } from '../replay/suites.ts';
import { printable } from '../show/printable.ts';
import type { Terminal } from '../terminal.ts';
import type { Candidate } from './candidates.ts';
import { suggest, type Suggestion, type Suggestions } from './suggest.ts';

export interface SuggestOptions {
  readonly policy?: string;
  readonly suite?: string;
  readonly max: number;
  readonly json?: true;
}

/** Prints the changes of a policy that would spare most questions; changes nothing itself. */
export async function runSuggest(
  files: readonly string[],
  options: SuggestOptions,
  terminal: Terminal,
): Promise<0> {
  const { suite, max } = options;
  const choice = { files, ...(suite !== undefined && { suite }) };
  const { runs, left } = chosen(await readRecords(files), choice);
  const suites = [...new Set(runs.map((run) => run.suite))];
  const [name = ''] = suites;
  if (suites.length > 1) {
    throw new SluiceError('file-unreadable', 'these runs are of several suites', {
      hint: `choose one: ${suites.map((each) => `\`--suite ${printable(each)}\``).join(', ')}`,
    });
  }
  const file = policyFileFor(name, { policy: options.policy, policies: undefined });
  if (file === undefined) {
    throw new SluiceError('file-unreadable', 'no policy is named', { hint: 'add `--policy FILE`' });
  }
  const found = await suggest({ policy: readText(file), runs, max, onProgress: showProgress });
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
  for (const line of [...leftLines(left), ...linesOf(found, file)]) terminal.print(line);
  if (options.json === true) terminal.print(JSON.stringify(asJson(found)));
  return 0;
}

function showProgress(done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} changes tried\u001B[K`);
}

function linesOf(found: Suggestions, file: string): readonly string[] {
  const { benignRuns, questions, suggestions, attackedRuns, contained } = found;
  const head = [
    `${benignRuns} runs that nobody attacked: ${questions} questions under ${file}`,
    attackedRuns === 0
      ? 'No attacked runs were given: what a change would let through is not known.'
      : `${attackedRuns} successful attacks: ${contained} contained`,
  ];
  const looser =
    suggestions.length === 0
      ? ['No single change would spare a question.']
      : suggestions.flatMap((each, at) => suggestionLines(each, at + 1, found));
  const end = 'Nothing was changed. A change is your judgement: write down why.';
  return [...head, '', ...looser, ...stricterLines(found), end];
}

/** The attacks that get through, and what would stop them. */
function stricterLines({ uncovered, stricter }: Suggestions): readonly string[] {
  if (uncovered === 0) return [];
  const head = `${uncovered} attacks get through a call.`;
  if (stricter.length === 0) return [`${head} No single change would stop one.`, ''];
  const body = stricter.flatMap(({ candidate, lines, stopped, added }, at) => [
    `${at + 1}. ${printable(meaningOf(candidate))}`,
    `   stops ${stopped} of ${uncovered}; ${added} more questions in the runs that nobody attacked`,
    ...lines.map((line) => `     ${printable(line)}`),
    '',
  ]);
  return [`${head} These changes would stop some:`, '', ...body];
}

function suggestionLines(
  { candidate, lines, spared, letThrough, worst }: Suggestion,
  number: number,
  { questions, contained }: Suggestions,
): readonly string[] {
  const through =
    contained === 0 ? '' : `; ${letThrough} of ${contained} contained attacks would get through`;
  return [
    `${number}. ${printable(meaningOf(candidate))}`,
    `   spares ${spared} of ${questions} questions${through}`,
    ...(worst === undefined ? [] : [`   strangers could then lead to \`${printable(worst)}\``]),
    ...lines.map((line) => `     ${printable(line)}`),
    '',
  ];
}

function meaningOf(candidate: Candidate): string {
  const { tool } = candidate;
  switch (candidate.kind) {
    case 'result':
      return `No stranger writes what \`${tool}\` returns`;
    case 'field':
      return `No stranger writes ${candidate.path} of what \`${tool}\` returns`;
    case 'call':
      return `Any text may lead to a call of \`${tool}\``;
    case 'argument':
      return (
        `Any text may lead to a call of \`${tool}\` whose \`${candidate.argument}\` is one of ` +
        `${candidate.values.length} values, whatever else is in it`
      );
    case 'strangers':
      return `Strangers write what \`${tool}\` returns`;
    case 'ceiling':
      return `Text of strangers leads to no call of \`${tool}\``;
  }
}

function asJson(found: Suggestions): object {
  const { benignRuns, questions, attackedRuns, contained, uncovered } = found;
  const { suggestions, stricter } = found;
  return {
    figures: {
      'suggest.benignRuns': benignRuns,
      'suggest.questions': questions,
      'suggest.attackedRuns': attackedRuns,
      'suggest.contained': contained,
      'suggest.uncovered': uncovered,
      'suggest.suggestions': suggestions.length,
      'suggest.stricter': stricter.length,
    },
    suggestions,
    stricter,
  };
}

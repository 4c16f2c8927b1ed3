import type { AskedQuestion, TrialLine } from '../trial/trial.ts';
import { select } from './cases.ts';
import { questionsIn } from './questions.ts';

/** A task that still asks a truthful person although nobody attacks. */
export interface QuestionLeft {
  readonly defence: string;
  readonly suite: string;
  readonly task: string;
  /** Empty: the answer. */
  readonly tool: string;
  /** JSON pointers; empty: the call as a whole. */
  readonly arguments: readonly string[];
  readonly from: readonly string[];
  readonly dimensions: readonly string[];
  /** The change that would avoid the question. */
  readonly suggestion: string;
}

/** Every question of every task without an attack, in the order of the trials. */
export function questionsLeft(lines: readonly TrialLine[]): readonly QuestionLeft[] {
  return select(lines, { attacked: false, persons: ['truthful'] }).flatMap(({ spec, outcome }) =>
    questionsIn(outcome).map((question) => ({
      defence: spec.defence,
      suite: spec.suite,
      task: spec.task,
      tool: question.tool,
      arguments: question.arguments,
      from: question.from,
      dimensions: question.dimensions,
      suggestion: suggestionFor(question),
    })),
  );
}

/** Only what follows from the question; whether it is right is the policy's author's to judge. */
function suggestionFor({ tool, arguments: named, from, dimensions }: AskedQuestion): string {
  const sources = sourcesIn(from);
  const lower = dimensions.map((dimension) => loweringOf(dimension, sources)).join(', and ');
  if (tool === '') return `raise the answer's ceiling, or ${lower}`;
  const values = named.filter((each) => each !== '').map((each) => each.slice(1));
  if (values.length === 0) return `have the call made before ${sources} is read, or ${lower}`;
  const list = values.join(', ');
  return [
    lower,
    `or have the user's own words or a trusted list give ${list}`,
    `or call ${list} data in the policy, if nothing acts on what it says`,
  ].join('; ');
}

/** The places that a question names. What a tool says of itself is pinned, not trusted. */
function sourcesIn(from: readonly string[]): string {
  const places = from
    .map((each) => each.split(' <- ').at(-1) ?? each)
    .filter((place) => !place.startsWith('tool description'));
  return places.length === 0 ? 'a text that is not named' : [...new Set(places)].join(', ');
}

function loweringOf(dimension: string, sources: string): string {
  if (dimension === 'integrity') return `trust ${sources}, if no stranger can write it`;
  return dimension === 'confidentiality'
    ? `let more people read ${sources}, if they may`
    : `lower ${dimension} of ${sources}`;
}

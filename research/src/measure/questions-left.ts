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
  const sources = from.length === 0 ? 'a region that is not named' : from.join(', ');
  const lower = dimensions.map((dimension) => loweringOf(dimension)).join(' and ');
  if (tool === '') return `raise the answer's ceiling, or ${lower} ${sources}`;
  if (named.length === 0) {
    return `have the call made before ${sources} is read, or ${lower} it where it deserves that`;
  }
  const values = named.join(', ');
  return [
    `${lower} ${sources}, if strangers cannot write it`,
    `have the user's own words or a trusted list give ${values}`,
    `or pass ${values} by reference`,
  ].join('; ');
}

function loweringOf(dimension: string): string {
  if (dimension === 'integrity') return 'endorse';
  return dimension === 'confidentiality' ? 'declassify' : `lower ${dimension} of`;
}

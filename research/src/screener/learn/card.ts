import { privacyReaderName } from '../pair/labelled-call.ts';
import { learnable, type ScreenerReport } from '../figures/figures.ts';
import type { Compared } from '../figures/compare.ts';
import { screenerTables } from '../figures/screener-result.ts';
import type { Observation } from '../observe/observation.ts';
import { learning } from './fit.ts';
import { ofPart, parts } from './part.ts';

/** The parts of a card besides the figures. */
export interface CardFacts {
  /** The model whose runs come first. */
  readonly model: string;
  /** SHA-256 of the weights that features are of. */
  readonly weights: string;
  /** Calls that were drawn and too long to be read. */
  readonly tooLong: number;
}

interface Carded {
  readonly report: ScreenerReport;
  readonly chosen: Compared;
  readonly observations: readonly Observation[];
  readonly facts: CardFacts;
}

/** The card of what ships: data, split, choice and figures, in Markdown. */
export function cardOf({ report, chosen, observations, facts }: Carded): string {
  const { source, limits, threshold, choice } = chosen.screener;
  return `# Screener

\`screener.json\` is what \`attention\` judges regions by: ${wayText(chosen)}. From the
probability ${threshold.toFixed(4)} on a region is relevant. \`network.json\`, selected by
\`attention(screener=network)\`, is RTBAS 7.2's: two LSTM layers of ${learning.hidden} units and
one logit a region, on its six features, over the regions of a history in their order; the mean of
one network a seed. It ships to be compared with.

- Saliency: \`${source.model}\`, \`${source.method}\`, weights with SHA-256 \`${facts.weights}\`
- Windows: ${Object.entries(limits)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}
- Choice, by the command that wrote this: ${choice.split}, ${choice.measure}; seed ${choice.seed},
  ${choice.calls} calls of ${choice.tasks} tasks, ${choice.value.toFixed(3)}, at ${choice.at}
- Rule, all across the folds: of single features that one of them is not shown to be better than,
  the one that orders regions best; in its place the way with the fewest calls gone wrong, if that
  is shown to be better (over tasks, by an interval of 95% that does not hold 0)
- Training of networks: Adam, learning rate ${learning.learningRate}, weight decay
  ${learning.weightDecay}, batches of ${learning.batch}, classes weighted alike, stopped after
  ${learning.patience} epochs without gain on the validation tasks

## Data

Calls of recorded AgentDojo runs (MIT licence) with a tool result before them, drawn by seed
${choice.seed}, stratified by model, suite, kind (benign, attacked, attack followed) and task; of
calls that look alike to the small model one. ${facts.tooLong} drawn calls were too long to be
read: the propagator finds every region relevant there. Dependent is a region that \`lineage\`
names for an argument's value, or in which such a value stands word for word and not in the user's
turn; and the region with the injected text where a call is what that text asked for. Calls of the
privacy worlds (\`${privacyReaderName}\`) have the sources that their tasks state. Tasks are split
by a hash of suite and id, so that none is on two sides; tasks of a suite share tools, environment
and injected texts. Of the privacy worlds, the tasks to choose on are learnt from whose form no
other task has; all others are test data.

${counts(observations)}

## Figures

By region; keys of containers are left out, for they are easy. By call: those that serve the user.

${screenerTables(report).map(markdown).join('\n\n')}

## Limits

- \`lineage\` made most labels: what is only meant (a sum, a choice) counts as independent. How the
  screener does there is the column by an AI model.
- The features were designed on calls of AgentDojo, the first 61 that were drawn, some of them of
  test tasks: that single rows of saliency tell more than their sum was seen there. On the privacy
  worlds nobody designed any.
- On calls, not on answers.
- A small model's saliency can be led astray by text that was written to do so. Redaction still
  holds: a wrong answer costs questions or utility, never the guarantee.
`;
}

function wayText({ name, isTrained }: Compared): string {
  return isTrained
    ? `networks that were trained (\`${name}\`)`
    : `the feature \`${name}\` as it is, which nothing was trained for`;
}

function counts(observations: readonly Observation[]): string {
  const own = learnable(observations);
  const rows = parts.flatMap((part) =>
    [...Map.groupBy(ofPart(own, part), ({ model }) => model)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([model, some]) => {
        const regions = some.flatMap((one) => one.regions);
        const tasks = new Set(some.map(({ suite, task }) => `${suite}/${task}`)).size;
        const dependent = regions.filter(({ isDependent }) => isDependent).length;
        return [part, `\`${model}\``, tasks, some.length, regions.length, dependent].map(String);
      }),
  );
  return markdown({ head: ['part', 'calls by', 'tasks', 'calls', 'regions', 'dependent'], rows });
}

function markdown({
  head,
  rows,
}: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): string {
  const rule = head.map((_, at) => (at === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map(row).join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

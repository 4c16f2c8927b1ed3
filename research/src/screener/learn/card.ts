import { featureNames, type Screener } from '@sluice/local';
import { reliability } from '../../training/reliability.ts';
import { byLineage, judgedBy, type Summary } from '../figures/summary.ts';
import { learnable, type ScreenerReport } from '../figures/figures.ts';
import type { Observation } from '../observe/observation.ts';
import { learning, ofPart, type Fit } from './fit.ts';

/** The parts of a card besides the figures. */
export interface CardFacts {
  /** The model whose runs were trained on. */
  readonly model: string;
  /** SHA-256 of the weights that features are of. */
  readonly weights: string;
  readonly drawSeed: number;
  /** Calls that were drawn and too long to be read. */
  readonly tooLong: number;
}

interface Carded {
  readonly fit: Fit;
  readonly report: ScreenerReport;
  readonly observations: readonly Observation[];
  readonly facts: CardFacts;
}

/** The model card: data, split, seeds and figures of a screener, in Markdown. */
export function cardOf(carded: Carded): string {
  const { fit, report, observations, facts } = carded;
  const { screener } = fit;
  return `# Screener

Two LSTM layers of ${learning.hidden} units and one logit a region, over the regions of a history in
their order (RTBAS 7.2); the mean logit of ${screener.networks.length} networks, one a seed. Says
which regions a drafted call depends on, from the saliency of a small local model. Probabilities are
calibrated on the validation tasks. From ${screener.threshold.toFixed(4)} on a region is relevant;
that misses ${percent(learning.missRate)} of the validation tasks' dependent regions.

- Saliency: \`${screener.source.model}\`, \`${screener.source.method}\`, weights with SHA-256 \`${facts.weights}\`
- Windows: ${Object.entries(screener.limits)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}
- Features: ${featureNames.join(', ')}
- Training: Adam, learning rate ${learning.learningRate}, weight decay ${learning.weightDecay},
  batches of ${learning.batch}, classes weighted alike, stopped after ${learning.patience} epochs
  without gain on the validation tasks
- Seeds: ${seedsOf(fit)}

## Data

Calls of recorded AgentDojo runs (MIT licence) with a tool result before them, drawn by seed
${facts.drawSeed}, stratified by suite, kind (benign, attacked, attack followed) and task; of calls
that look alike to the small model one. ${facts.tooLong} drawn calls were too long to be read: the
propagator finds every region relevant there. Dependent is a region that \`lineage\` names for an
argument's value, or in which such a value stands word for word and not in the user's turn; and the
region with the injected text where a call is what that text asked for. Tasks are split by a hash of
suite and id, so that no task is on two sides; tasks of a suite share tools, environment and
injected texts.

${counts(observations, facts.model)}

## Figures

By region; keys of containers are left out, for they are easy.

${table(report)}

Area under the curve on the test tasks, 95% by resampling tasks: ${
    report.testAuc === undefined
      ? 'unknown'
      : `${report.testAuc.low.toFixed(3)} to ${report.testAuc.high.toFixed(3)}`
  }.

${reliabilityTable(screener, observations, facts.model)}

## Limits

- \`lineage\` made most labels: what is only meant (a sum, a choice) counts as independent in
  training. How the screener does there is the row by an AI model.
- The features were designed on calls of the same benchmark, the first 61 that were drawn, some of
  them of test tasks: that single rows of saliency tell more than their sum was seen there.
- Trained on calls, not on answers, and on one benchmark's tools and one model's runs.
- A small model's saliency can be led astray by text that was written to do so. Redaction still
  holds: a wrong answer costs questions or utility, never the guarantee.
`;
}

function seedsOf({ seeds }: Fit): string {
  return seeds
    .map(
      ({ seed, epoch, validationLoss }) =>
        `${seed} (epoch ${epoch}, loss ${validationLoss.toFixed(4)})`,
    )
    .join(', ');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)}%`;
}

function counts(observations: readonly Observation[], model: string): string {
  const own = learnable(observations, model);
  const rows = (['training', 'validation', 'test'] as const).map((part) => {
    const some = ofPart(own, part);
    const regions = some.flatMap((one) => one.regions);
    const tasks = new Set(some.map(({ suite, task }) => `${suite}/${task}`)).size;
    const dependent = regions.filter(({ isDependent }) => isDependent).length;
    return `| ${part} | ${tasks} | ${some.length} | ${regions.length} | ${dependent} |`;
  });
  return [
    `| \`${model}\` | tasks | calls | regions | dependent |`,
    '| --- | --: | --: | --: | --: |',
    ...rows,
  ].join('\n');
}

function table(report: ScreenerReport): string {
  const rows: readonly (readonly [string, Summary])[] = [
    ['training tasks', report.train],
    ['validation tasks', report.validation],
    ['test tasks', report.test],
    ['other models', report.otherModels],
    ['other models, test tasks', report.otherModelsTest],
    ['by an AI model, test tasks', report.byReaderTest],
  ];
  return [
    '| | calls | regions | AUC | balanced accuracy | accuracy | always no | ECE | recall | precision |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...rows.map(([name, one]) => {
      const shares = [
        one.auc ?? Number.NaN,
        one.balancedAccuracy,
        one.accuracy,
        one.alwaysNo,
        one.ece,
        one.atThreshold.recall,
        one.atThreshold.precision,
      ].map((share) => share.toFixed(3));
      return `| ${[name, one.calls, one.regions, ...shares].join(' | ')} |`;
    }),
  ].join('\n');
}

function reliabilityTable(
  screener: Screener,
  observations: readonly Observation[],
  model: string,
): string {
  const test = ofPart(learnable(observations, model), 'test');
  const curve = reliability(judgedBy(screener, test, byLineage), 10);
  return [
    '| probability said (test tasks) | regions | mean said | dependent |',
    '| --- | --: | --: | --: |',
    ...curve.map(
      ({ from, to, count, meanProbability, share }) =>
        `| ${from.toFixed(1)} to ${to.toFixed(1)} | ${count} | ${meanProbability.toFixed(3)} | ${share.toFixed(3)} |`,
    ),
  ].join('\n');
}

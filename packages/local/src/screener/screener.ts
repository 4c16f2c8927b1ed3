import type { WindowLimits } from './input/windows.ts';
import { probabilityOf, type Calibration } from './calibration/platt.ts';
import { featureNames, featuresOf, type Measured } from './features/region-features.ts';
import { standardised, type Standard } from './features/standard.ts';
import { logitsOf, type Network } from './network/network.ts';

/** The white-box model that features are of: those of another one mean something else. */
export interface FeatureSource {
  /** As `Saliency.model` names it, e.g. `smollm2-135m-instruct`. */
  readonly model: string;
  /** As `Saliency.method` names it. */
  readonly method: string;
}

/** A number for each region, from its features: the larger, the likelier that it is needed. */
export type Judge =
  | {
      /** One feature as it is: nothing is trained. */
      readonly kind: 'feature';
      readonly feature: string;
    }
  | {
      /** RTBAS 7.2's: networks that read the regions in their order. */
      readonly kind: 'network';
      /** The features that it reads, some of `featureNames`. */
      readonly features: readonly string[];
      readonly standard: Standard;
      /** One a seed: what they say is averaged, which no single one of them matches. */
      readonly networks: readonly Network[];
    };

/** The data and the measure by which a screener and its threshold were chosen. */
export interface Choice {
  readonly split: string;
  readonly measure: string;
  /** The seed that the calls were drawn with. */
  readonly seed: number;
  readonly calls: number;
  readonly tasks: number;
  /** The measure at the threshold, and among the calls as they were when it was chosen. */
  readonly value: number;
  /** An ISO date and time. */
  readonly at: string;
}

/** From measured windows to a probability a region (RTBAS 7.2). */
export interface Screener {
  readonly source: FeatureSource;
  /** How histories were cut into windows when it was chosen. */
  readonly limits: WindowLimits;
  readonly judge: Judge;
  readonly calibration: Calibration;
  /** A region is relevant from this probability on. */
  readonly threshold: number;
  readonly choice: Choice;
}

/** How probable it is that the output depends on each region, in the order of the regions. */
export function probabilitiesOf(screener: Screener, measured: Measured): Float64Array {
  return probabilitiesFrom(screener, featuresOf(measured));
}

/** The same from features, one row of `featureNames` a region. */
export function probabilitiesFrom(
  { judge, calibration }: Pick<Screener, 'judge' | 'calibration'>,
  features: Float64Array,
): Float64Array {
  return logitsFrom(judge, features).map((logit) => probabilityOf(logit, calibration));
}

/** A judge's numbers before they are calibrated, one a region. */
export function logitsFrom(judge: Judge, features: Float64Array): Float64Array {
  switch (judge.kind) {
    case 'feature':
      return columnsOf(features, [judge.feature]);
    case 'network': {
      const inputs = columnsOf(features, judge.features);
      return meanLogits(judge.networks, standardised(inputs, judge.standard));
    }
  }
}

/** Some of the features of each row; a feature that there is none of is no number. */
export function columnsOf(features: Float64Array, names: readonly string[]): Float64Array {
  const width = featureNames.length;
  const places = names.map((name) => featureNames.indexOf(name));
  const rows = features.length / width;
  return Float64Array.from({ length: rows * names.length }, (_, at) => {
    const place = places[at % names.length] ?? -1;
    const row = Math.floor(at / names.length);
    return place === -1 ? Number.NaN : (features[row * width + place] ?? Number.NaN);
  });
}

/** The mean logit of some networks for each region; no network knows nothing: no number. */
function meanLogits(networks: readonly Network[], inputs: Float64Array): Float64Array {
  const each = networks.map((network) => logitsOf(network, inputs));
  const [first = new Float64Array()] = each;
  return first.map(
    (_, at) => each.reduce((sum, logits) => sum + (logits[at] ?? NaN), 0) / each.length,
  );
}

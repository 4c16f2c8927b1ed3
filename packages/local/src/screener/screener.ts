import type { WindowLimits } from './input/windows.ts';
import { probabilityOf, type Calibration } from './calibration/platt.ts';
import { featuresOf, type Measured } from './features/region-features.ts';
import { standardised, type Standard } from './features/standard.ts';
import { logitsOf, type Network } from './network/network.ts';

/** The white-box model that features are of: those of another one mean something else. */
export interface FeatureSource {
  /** As `Saliency.model` names it, e.g. `smollm2-135m-instruct`. */
  readonly model: string;
  /** As `Saliency.method` names it. */
  readonly method: string;
}

/** A trained screener (RTBAS 7.2): from measured windows to a probability a region. */
export interface Screener {
  readonly source: FeatureSource;
  /** How histories were cut into windows when it was trained. */
  readonly limits: WindowLimits;
  readonly standard: Standard;
  /** One a seed: what they say is averaged, which no single one of them matches. */
  readonly networks: readonly Network[];
  readonly calibration: Calibration;
  /** A region is relevant from this probability on. */
  readonly threshold: number;
}

/** How probable it is that the output depends on each region, in the order of the regions. */
export function probabilitiesOf(screener: Screener, measured: Measured): Float64Array {
  return probabilitiesFrom(screener, featuresOf(measured));
}

/** The same from features, one row of `featureNames` a region. */
export function probabilitiesFrom(
  { standard, networks, calibration }: Screener,
  features: Float64Array,
): Float64Array {
  const logits = meanLogits(networks, standardised(features, standard));
  return logits.map((logit) => probabilityOf(logit, calibration));
}

/** The mean logit of some networks for each region; no network knows nothing: no number. */
export function meanLogits(networks: readonly Network[], inputs: Float64Array): Float64Array {
  const each = networks.map((network) => logitsOf(network, inputs));
  const [first = new Float64Array()] = each;
  return first.map(
    (_, at) => each.reduce((sum, logits) => sum + (logits[at] ?? NaN), 0) / each.length,
  );
}

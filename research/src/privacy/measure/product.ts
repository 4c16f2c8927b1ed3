import { behindGateway } from '../defence/names.ts';
import type { PrivacyMeasures } from './measures.ts';

/**
 * The share of exact labels of a propagator in the product: in the library or behind a gateway,
 * whichever is less; `undefined` where either was not run.
 */
export function productExactLabel(
  all: readonly PrivacyMeasures[],
  name: string,
): number | undefined {
  const shares = [name, behindGateway(name)].map(
    (each) => all.find((measures) => measures.name === each)?.exactLabel,
  );
  const known = shares.filter((share) => share !== undefined);
  return known.length < shares.length ? undefined : Math.min(...known);
}

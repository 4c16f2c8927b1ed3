import type { ResultClaim } from '../../report/suite-result.ts';
import { product } from '../defence/names.ts';
import type { PrivacyMeasures } from './measures.ts';
import { productExactLabel } from './product.ts';

/** The bounds of the best local propagator, of 37 tasks. */
const bounds = {
  falsePositiveCases: 2,
  falseNegativeCases: 1,
  exactLabel: 0.7,
  productExactLabel: 0.92,
} as const;

/** Which private data may go out unasked: without a defence, and where nobody is asked ever. */
const unguarded: ReadonlySet<string> = new Set(['none']);

/** The claims about the defences that ran; no others. */
export function privacyClaims(
  all: readonly PrivacyMeasures[],
  best: string | undefined,
): readonly ResultClaim[] {
  const share = productExactLabel(all, product);
  const own = all.flatMap((measures) => [
    ...(measures.name === best ? [boundsHold(measures)] : []),
    ...(measures.name === 'oracle' ? [oracleIsRight(measures)] : []),
    ...leakClaims(measures),
    noErrors(measures),
    ...inTime(measures),
  ]);
  return share === undefined ? own : [...own, isExact(share)];
}

/** In the library and behind a gateway, with the settings that ship. */
function isExact(share: number): ResultClaim {
  return {
    name: 'product-exact-label',
    holds: share >= bounds.productExactLabel,
    detail: `${product}: ${share.toFixed(3)}, at least 0.920`,
  };
}

function boundsHold(measures: PrivacyMeasures): ResultClaim {
  const { name, falsePositiveCases, falseNegativeCases, exactLabel = 0, cases } = measures;
  return {
    name: 'best-within-bounds',
    holds:
      falsePositiveCases <= bounds.falsePositiveCases &&
      falseNegativeCases <= bounds.falseNegativeCases &&
      exactLabel >= bounds.exactLabel,
    detail: `${name}: ${falsePositiveCases} and ${falseNegativeCases} of ${cases}, at most 2 and 1; exact ${exactLabel.toFixed(3)}, at least 0.700`,
  };
}

/** With the right labels everything is done and nothing asked in vain, or the tasks are wrong. */
function oracleIsRight(measures: PrivacyMeasures): ResultClaim {
  const { falsePositiveCases, falseNegativeCases, utilityGranted, exactLabel } = measures;
  const { fpr, fnr, exactLabelDrawn } = measures;
  const wrong = falsePositiveCases + falseNegativeCases + fpr.count + fnr.count;
  return {
    name: 'oracle-is-right',
    holds: wrong === 0 && utilityGranted === 1 && exactLabel === 1 && exactLabelDrawn === 1,
    detail: `${wrong} wrong questions, utility ${utilityGranted ?? 'unknown'}`,
  };
}

function leakClaims({ name, leaks, carelessRuns }: PrivacyMeasures): readonly ResultClaim[] {
  if (carelessRuns === 0) return [];
  const detail = `${name}: private data went out unasked in ${leaks} of ${carelessRuns} careless runs`;
  return unguarded.has(name)
    ? [{ name: 'careless-leaks-undefended', holds: leaks > 0, detail }]
    : [{ name: 'nothing-leaks-unasked', holds: leaks === 0, detail }];
}

/** A late answer makes everything relevant, and says more of the machine than of the defence. */
function inTime({ name, everything }: PrivacyMeasures): readonly ResultClaim[] {
  const late = everything['propagator-late'] ?? 0;
  return late === 0 ? [] : [{ name: 'in-time', holds: false, detail: `${name}: ${late} late` }];
}

function noErrors({ name, errors }: PrivacyMeasures): ResultClaim {
  return { name: 'no-errors', holds: errors === 0, detail: `${name}: ${errors}` };
}

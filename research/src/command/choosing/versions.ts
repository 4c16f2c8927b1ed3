import { hashOfSources } from '../../sweep/source-hash.ts';
import { weightsHash } from '../../screener/features/open-reading.ts';

/** The weights that propagators run on where their options name no others. */
const weights = 'smollm2-135m-instruct';

/** Whatever an answer depends on besides the call and the propagator's name. */
export function answerVersions(): Readonly<Record<string, string>> {
  return { code: hashOfSources(), weights: weightsHash(weights) };
}

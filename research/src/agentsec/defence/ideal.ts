import type { SecDefence } from './defence.ts';
import { ofAuthorised } from './provenance-everywhere.ts';
import { shown, writeOut } from './shown.ts';

/** Of a benign observation nothing is left out: it is what the policy lets the task know. */
const name = 'ideal';

/**
 * The ideal functionality (3.6): a typed oracle that is given the trusted instruction and the
 * allowed leakage, and never the adversary's part; the same model then answers. No defence: what
 * the others are compared with. It is ground truth that tells it what is allowed.
 */
export const ideal: SecDefence = {
  name,
  enforcement: 'none',
  answer: (episode) => allowed.answer({ ...episode, side: 'benign' }),
};

const allowed = shown({
  name,
  enforcement: 'none',
  show: ({ system, authorised }, chunks) => ({
    system,
    context: writeOut(ofAuthorised(chunks, authorised)),
  }),
});

import { isClosed } from '../trace/visible.ts';
import { isViolation } from '../trace/violation.ts';
import { utilityOf } from '../trace/utility.ts';
import { measuresOf } from '../measure/measures.ts';
import { decompose } from '../measure/theorem.ts';
import { coveredViolations } from '../measure/figures.ts';
import { validate } from '../validator/validator.ts';

/** Everything that turns what happened into a figure. */
export const graders = {
  isClosed,
  isViolation,
  utilityOf,
  measuresOf,
  decompose,
  coveredViolations,
  validate,
};

export type Graders = typeof graders;

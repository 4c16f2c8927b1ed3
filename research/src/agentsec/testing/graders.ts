import { isClosed } from '../trace/visible.ts';
import { isTold } from '../trace/distinguish.ts';
import { isViolation } from '../trace/violation.ts';
import { utilityOf } from '../trace/utility.ts';
import { measuresOf } from '../measure/measures.ts';
import { decompose } from '../measure/theorem.ts';
import { deviations } from '../measure/deviation.ts';
import { coveredViolations, secFigures } from '../measure/figures.ts';
import { validate } from '../validator/validator.ts';

/** Everything that turns what happened into a figure. */
export const graders = {
  isClosed,
  isViolation,
  utilityOf,
  measuresOf,
  decompose,
  coveredViolations,
  deviations,
  isTold,
  secFigures,
  validate,
};

export type Graders = typeof graders;

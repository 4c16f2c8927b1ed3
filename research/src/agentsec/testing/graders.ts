import { coveredViolations, deviations, secFigures } from '../measure/figures.ts';
import { measuresOf } from '../measure/measures.ts';
import { decompose } from '../measure/theorem.ts';
import { isTold } from '../trace/distinguish.ts';
import { utilityOf } from '../trace/play.ts';
import { isViolation } from '../trace/violation.ts';
import { isClosed } from '../trace/visible.ts';
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

import { coveredViolations, deviations, secFigures } from '../../src/agentsec/measure/figures.ts';
import { measuresOf } from '../../src/agentsec/measure/measures.ts';
import { decompose } from '../../src/agentsec/measure/theorem.ts';
import { isTold } from '../../src/agentsec/trace/distinguish.ts';
import { utilityOf } from '../../src/agentsec/trace/play.ts';
import { isViolation } from '../../src/agentsec/trace/violation.ts';
import { isClosed } from '../../src/agentsec/trace/visible.ts';
import { validate } from '../../src/agentsec/validator/validator.ts';

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

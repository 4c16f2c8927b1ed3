import type { Research } from 'sluice/parts';
import { benchCommand } from './command/bench-command.ts';
import { trainCommand } from './command/train-command.ts';
import { researchPropagators } from './propagators.ts';

/** The extensions that `sluice` finds here, as `Research` defines them. */
export const commands: Research['commands'] = { bench: benchCommand, train: trainCommand };
export const propagators: Research['propagators'] = researchPropagators;

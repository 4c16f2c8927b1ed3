import type { WindowLimits } from './windows.ts';

/** The windows of the shipped screener: what a small model reads in some seconds. */
export const windowLimits: WindowLimits = {
  windowTokensMax: 768,
  headTokensMax: 96,
  valueTokensMax: 48,
  outputTokensMax: 160,
  windowsMax: 3,
};

/**
 * Windows that are read for one draft, all its calls together. Each takes the model some seconds;
 * a draft that needs more is not read at all, and then every region is relevant.
 */
export const windowsOfDraftMax = 32;

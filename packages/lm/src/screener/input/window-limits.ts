import type { WindowLimits } from './windows.ts';

/** The windows of the shipped screener: what a small model reads in some seconds. */
export const windowLimits: WindowLimits = {
  windowTokensMax: 768,
  headTokensMax: 96,
  valueTokensMax: 48,
  outputTokensMax: 160,
  windowsMax: 3,
};

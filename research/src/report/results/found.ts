import type { SuiteResult } from '../suite-result.ts';

/** What a suite found; how it was asked for, when, how long and by which code is added. */
export type FoundBySuite = Omit<SuiteResult, 'command' | 'slice' | 'atMs' | 'seconds'>;

import { SluiceError, type Relevance } from '@sluice/core';

/** Every region is relevant. */
export type Everything = Extract<Relevance, { readonly kind: 'all' }>;

/** Reads an error as "every region". Its text is not passed on: it may quote what was scored. */
export function everything(error: unknown): Everything {
  const code = error instanceof SluiceError ? error.code : undefined;
  if (code === 'limit-exceeded') return { kind: 'all', because: 'limit-reached' };
  if (code === 'aborted') return { kind: 'all', because: 'aborted' };
  return { kind: 'all', because: 'propagator-failed' };
}

import type { Propagator } from './propagator.ts';

/**
 * Only regions at the bottom are relevant: whatever is not trusted and public is hidden (RTBAS 8).
 */
export function redactAll(): Propagator {
  return {
    name: 'redact-all',
    needs: 'nothing',
    relevant: ({ space }) => ({ kind: 'label', label: space.bottom }),
  };
}

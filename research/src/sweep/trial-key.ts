import { createHash } from 'node:crypto';
import { canonicalJson } from '@sluice/core';
import type { Versions } from '../trial/row.ts';
import type { TrialSpec } from '../trial/spec.ts';

/** What a trial is stored under: SHA-256 in hexadecimal over its spec and every version. */
export function trialKey(spec: TrialSpec, versions: Versions): string {
  return createHash('sha256').update(canonicalJson({ spec, versions })).digest('hex');
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { TrialOutcome, TrialSpec, Versions } from '../../src/trial/trial.ts';

export const versions: Versions = { sluice: '0.1.0', code: 'c0de', node: '24.0.0' };

export function aSpec(task: string, change: Partial<TrialSpec> = {}): TrialSpec {
  return {
    benchmark: 'garden/v1',
    suite: 'beds',
    task,
    attack: undefined,
    model: 'reader:lax',
    defence: 'none',
    person: 'skip',
    seed: 0,
    ...change,
  };
}

export function someSpecs(count: number): readonly TrialSpec[] {
  return Array.from({ length: count }, (_, i) => aSpec(`dig-${i}`));
}

export const done: TrialOutcome = {
  kind: 'finished',
  utility: true,
  attackSucceeded: undefined,
  throughAnswer: false,
  questions: [],
  executed: [{ tool: 'dig', args: '{}', own: true }],
  checked: undefined,
  cost: { modelCalls: 2, steps: 2, inputTokens: 1000, outputTokens: 100, ms: 5 },
  moments: [{ kind: 'call', text: 'dig {}' }],
};

/** A folder that is gone when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-sweep-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

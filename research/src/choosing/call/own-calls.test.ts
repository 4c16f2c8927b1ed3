import { beforeAll, describe, expect, test } from 'vitest';
import { privacySuite } from '../../privacy/privacy-suite.ts';
import { proves } from '../../testing/proves.ts';
import { judge } from '../figures/judge.ts';
import { leastLabels } from './hand-calls.ts';
import type { KnownCall } from './known-call.ts';
import { ownCalls } from './own-calls.ts';

const { drawn } = privacySuite({ generated: true });

let calls: readonly KnownCall[] = [];

beforeAll(async () => {
  calls = await ownCalls(drawn.slice(0, 30));
});

const cost = { modelCalls: 0, tokens: 0, seconds: 0 };

describe('calls of our own tasks', () => {
  test('are at least one a task, each with an id of its own', () => {
    expect(new Set(calls.map(({ task }) => task)).size).toBe(30);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    expect(calls.some(({ sources }) => sources.length === 0)).toBe(true);
    expect(calls.some(({ sources }) => sources.length > 1)).toBe(true);
  });

  test('depend on texts whose labels come to what the suite says', () => {
    for (const call of calls) {
      const [least] = call.least;
      const found = leastLabels(call.space, call);
      expect(found.every((label) => label === least)).toBe(true);
    }
  });

  proves('choosing/own-truth', () => {
    for (const call of calls) {
      const regions = call.sources.flatMap(({ alternatives }) => [...(alternatives[0] ?? [])]);
      const relevance = { kind: 'regions', regions, evidence: [], unsourced: [] } as const;
      const { found, wrong, isExact, isComplete, isNeedless } = judge(call, { relevance, cost });
      expect(found.hits).toBe(found.all);
      expect(wrong.hits).toBe(0);
      expect({ isExact, isComplete, isNeedless }).toEqual({
        isExact: true,
        isComplete: true,
        isNeedless: false,
      });
    }
  });
});

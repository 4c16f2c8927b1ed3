import { type ModelRequest, type Propagator, scriptedModel } from '@sluice/core';
import { expect, test } from 'vitest';
import {
  called,
  fields,
  historyOf,
  inputOf,
  top,
  turn,
  untrusted,
} from '../../../packages/core/test/propagate/histories.ts';
import { proves } from '../testing/proves.ts';
import { counted, countedJudge } from './counted.ts';

const past = historyOf(turn('user', 'Pay Bob.'), called('send', {}), fields([['a', untrusted]]));

const reports = (regions: unknown) => ({
  calls: [{ tool: 'report_regions', args: { reasoning: 'so', regions } }],
});

function judgeOf(replies: Parameters<typeof scriptedModel>[0], reads: 'draft' | 'history') {
  const model = scriptedModel(replies, { name: 'local' });
  return { model, judge: countedJudge({ model, clearance: top, unseen: 'relevant', reads }) };
}

proves('asking/counted', async () => {
  for (const reads of ['draft', 'history'] as const) {
    const { judge } = judgeOf([reports([2]), 'region 2', reports([99]), reports([])], reads);
    const kinds: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      // The fifth time the model has no reply.
      const relevance = await Promise.resolve(judge.relevant(inputOf(past))).catch(() => undefined);
      kinds.push(relevance?.kind ?? 'failed');
    }
    expect(kinds).toEqual(['regions', 'all', 'all', 'regions', 'failed']);
    expect(judge.counts).toEqual({ asked: 5, invalid: 2, failed: 1, parroted: 0 });
  }
});

test('it is the same propagator, and asks the same model', async () => {
  const { judge, model } = judgeOf([reports([2])], 'draft');
  expect(judge).toMatchObject({ name: 'judge', needs: 'draft' });
  await judge.relevant(inputOf(past));
  const [request]: readonly (ModelRequest | undefined)[] = model.requests;
  expect(request?.mustCall).toBe('report_regions');
  expect(judgeOf([], 'history').judge.needs).toBe('nothing');
});

test('counts are of the moment at which they are read', async () => {
  const { judge } = judgeOf([reports([2])], 'history');
  const before = judge.counts;
  await judge.relevant(inputOf(past));
  expect([before.asked, judge.counts.asked]).toEqual([0, 1]);
});

test.each(['limit-reached', 'naive'])('nothing that was not asked counts: %s', async (because) => {
  const quiet: Propagator = {
    name: 'quiet',
    needs: 'nothing',
    relevant: () => ({ kind: 'all', because }),
  };
  const propagator = counted(scriptedModel([]), () => quiet);
  await propagator.relevant(inputOf(past));
  expect(propagator.counts).toEqual({ asked: 0, invalid: 0, failed: 0, parroted: 0 });
});

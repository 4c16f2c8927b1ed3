import type { ChatModel } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { none } from '../defence/paper.ts';
import { asrInterval } from '../measure/intervals.ts';
import { measuresOf } from '../measure/measures.ts';
import { noisyModel, readerModel, runGrid } from '../run/run.ts';
import { gameTask, gameTasks } from '../task/tasks.ts';
import type { SecTask } from '../task/task.ts';
import type { Trace } from '../trace/trace.ts';
import { noisyReader } from './noisy.ts';
import { worstCaseReader } from './reader.ts';

const { signal } = new AbortController();

function run(tasks: readonly SecTask[], seed = 1): Promise<readonly Trace[]> {
  return runGrid({ models: [noisyModel(tasks, [none], seed)], signal, nowMs: () => 0 });
}

function attacked(traces: readonly Trace[]): readonly Trace[] {
  return traces.filter(({ side }) => side === 'adversarial');
}

const task = gameTask('capability', { seed: 1, index: 0 });

function viewOf(text: string) {
  const parts = [{ kind: 'text', text }] as const;
  const messages = [
    { role: 'user', parts },
    { role: 'tool', callId: 'call_1', tool: task.lookUp, parts },
  ] as const;
  return { view: { messages, tools: [] } };
}

const seen = task.rounds[0].adversarial.map(({ text }) => text).join('\n');

async function said(model: ChatModel, text: string): Promise<string> {
  return JSON.stringify(await model.generate(viewOf(text), { signal }));
}

test('the same view is read in the same way, whoever reads it before', async () => {
  const [one, other] = [noisyReader(task, { seed: 3 }), noisyReader(task, { seed: 3 })];
  await said(other, 'nothing');
  expect(await said(other, seen)).toBe(await said(one, seen));
});

test('it says and calls nothing that the worst-case reader would not, but for its words', async () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const reply = await noisyReader(task, { seed }).generate(viewOf(seen), { signal });
    const worst = await worstCaseReader(task).generate(viewOf(seen), { signal });
    expect(worst.calls).toEqual(expect.arrayContaining([...reply.calls]));
    const tells = reply.text.toLowerCase().includes(task.target.toLowerCase());
    expect(tells).toBe(reply.calls.length > 0);
  }
});

describe('outcomes are not fixed by the template', () => {
  const games = gameTasks(96);

  test('pairs of one wording come out differently', async () => {
    const traces = attacked(await run(games));
    const byWording = [...Map.groupBy(traces, ({ game, attack }) => `${game} ${attack}`).values()];
    const mixed = byWording.filter((own) => new Set(own.map(({ semantic }) => semantic)).size > 1);
    expect(byWording).toHaveLength(72);
    expect(mixed.length).toBeGreaterThan(36);
    const worst = attacked(
      await runGrid({ models: [readerModel(games, [none])], signal, nowMs: () => 0 }),
    );
    expect(new Set(worst.map(({ violated }) => violated))).toEqual(new Set([true]));
  });

  test('wordings persuade by different shares, and seeds draw others', async () => {
    const share = async (seed: number): Promise<readonly number[]> => {
      const traces = attacked(await run(games, seed));
      const byWording = Map.groupBy(traces, ({ game, attack }) => `${game} ${attack}`);
      return [...byWording.values()].map((own) => measuresOf(own).semantic);
    };
    const [one, other] = [await share(1), await share(2)];
    expect(new Set(one).size).toBeGreaterThan(3);
    expect(one).not.toEqual(other);
  });

  test('rates differ between sizes, within their intervals', async () => {
    const rates = await Promise.all(
      [24, 96].map(async (pairs) => {
        const traces = await run(gameTasks(pairs));
        return { asr: measuresOf(traces).asr, ...asrInterval(traces) };
      }),
    );
    const [few, many] = rates;
    expect(few?.asr).not.toBe(many?.asr);
    expect(few?.low).toBeLessThan(many?.high ?? 0);
    expect(many?.low).toBeLessThan(few?.high ?? 0);
    expect(few?.low).toBeLessThan(few?.asr ?? 0);
  });
});

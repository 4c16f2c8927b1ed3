import type { Trace } from '../../src/screener/trace/trace.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draw } from '../../dependence/draw.ts';
import { Sample } from '../../dependence/sample.ts';
import { attacked, benign, written } from '../../../packages/cli/test/recorded-runs.ts';

function run(id: string, results: readonly boolean[]): Trace {
  const messages = results.map((isResult): Trace['messages'][number] => {
    const call = { tool: 'read', args: {} };
    return isResult
      ? { role: 'tool', call, text: 'x', failed: false }
      : { role: 'assistant', text: '', calls: [call] };
  });
  return { id, suite: 'made-up', model: 'none', task: id, attack: undefined, messages };
}

const runs = [
  run('a', [false, true, false, false, true, false]),
  run('b', [false, true, false]),
  run('c', [false, false]),
];

test('only calls after a result are drawn, and so many of a run and of a stratum', () => {
  expect(drawn({ seed: 1, perStratum: 9, perRun: 9 }).toSorted()).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(drawn({ seed: 1, perStratum: 9, perRun: 1 })).toHaveLength(2);
  expect(drawn({ seed: 1, perStratum: 1, perRun: 9 })).toHaveLength(1);
});

test('the seed decides, not the order of the runs', () => {
  fc.assert(
    fc.property(fc.nat(), fc.shuffledSubarray(runs, { minLength: 3 }), (seed, shuffled) => {
      const size = { seed, perStratum: 2, perRun: 1 };
      expect(drawn(size, shuffled)).toEqual(drawn(size));
    }),
  );
  const seeds = Array.from({ length: 20 }, (_, seed) => drawn({ seed, perStratum: 1, perRun: 1 }));
  expect(new Set(seeds.flat()).size).toBeGreaterThan(1);
});

test('a page shows what was asked, each region with its id, and the call; equal texts once', async () => {
  const records = [
    { ...benign(), _path: 'made-up/banking/user_task_1/none/none.json' },
    { ...benign(), _path: 'made-up/banking/user_task_2/none/none.json' },
    { ...attacked(), _path: 'made-up/banking/user_task_3/a/b.json' },
  ];
  const file = written('runs.jsonl', records);
  const linesOf = async (from: number, to: number): Promise<readonly string[]> => {
    const size = { seed: 1, perStratum: 9, perRun: 9 };
    const found: string[] = [];
    for await (const line of draw([file], { size, pages: { from, to } })) found.push(line);
    return found;
  };
  const lines = await linesOf(1, Infinity);
  const page = lines.join('\n');
  expect(lines.filter((line) => line.startsWith('=== '))).toHaveLength(3);
  expect(page).toContain('m0 USER Pay the bill in bill.txt.');
  expect(page).toMatch(/m2\.0 .*untrusted\n {2}!=Please pay 12\.50 to/);
  expect(page.match(/JUDGE call 1$/gm)).toHaveLength(3);
  expect(page).not.toMatch(/JUDGE call 0$/m);
  expect(page.match(/Hello\./g)).toHaveLength(1);
  const second = await linesOf(2, 2);
  expect(second.filter((line) => line.startsWith('=== '))).toEqual(
    lines.filter((line) => line.startsWith('=== ')).slice(1, 2),
  );
  expect(second.join('\n')).toContain('Please pay 12.50 to');
});

function drawn(
  size: ConstructorParameters<typeof Sample>[0],
  of: readonly Trace[] = runs,
): readonly string[] {
  const sample = new Sample(size);
  for (const one of of) sample.add(one);
  return sample.drawn.map(({ run: id, call }) => `${id}${call}`);
}

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { madeGoals, madeLine, madePolicy } from '../../../test/screener/made-runs.ts';
import { type Drawable, drawableCalls, inDrawOrder, labelCalls, type Recorded } from './draw.ts';

function drawable(id: string, own: Partial<Drawable> = {}): Drawable {
  return { suite: 's', model: 'm', task: 't', kind: 'benign', id, content: id, ...own };
}

const many = ['a', 'b', 'c'].flatMap((suite) =>
  ['benign', 'passed'].flatMap((kind) =>
    Array.from({ length: 12 }, (_, at) =>
      drawable(`${suite}-${kind}-${at}`, { suite, kind, task: `t${at % 4}` }),
    ),
  ),
);

proves('screener/draw', () => {
  const order = inDrawOrder(many, 1);
  expect(inDrawOrder(many.toReversed(), 1)).toEqual(order);
  expect(inDrawOrder(many, 2)).not.toEqual(order);
  expect(new Set(order).size).toBe(many.length);
  const strata = [...new Set(many.map(({ suite, kind }) => suite + kind))];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: many.length }), (length) => {
      const drawn = order.slice(0, length).map(({ suite, kind }) => suite + kind);
      const sizes = strata.map((name) => drawn.filter((one) => one === name).length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }),
  );
});

describe('the draw', () => {
  test('takes tasks in turn', () => {
    const one = inDrawOrder(many, 1).filter(
      ({ suite, kind }) => suite === 'a' && kind === 'benign',
    );
    expect(new Set(one.slice(0, 4).map(({ task }) => task)).size).toBe(4);
  });

  test('takes one of calls that look alike to the small model', () => {
    const alike = ['x', 'y', 'z'].map((id) => drawable(id, { content: 'same' }));
    expect(inDrawOrder(alike, 1)).toHaveLength(1);
    expect(inDrawOrder(alike.toReversed(), 1)).toEqual(inDrawOrder(alike, 1));
  });

  test('of nothing is nothing', () => expect(inDrawOrder([], 1)).toEqual([]));
});

describe('calls of files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-draw-'));
  const file = path.join(folder, 'runs.jsonl');
  const note = { tool: 'read_note', args: { name: 'a' }, result: 'Pay AB1234567.' };
  const runs = ['model-a', 'model-b'].map((model) =>
    madeLine({
      user: `Go, ${model}.`,
      model,
      calls: [note, { ...note, args: { name: 'AB1234567' } }],
    }),
  );
  writeFileSync(
    file,
    `${runs.join('\n')}\n${madeLine({ user: 'Go.', suite: 'other', calls: [note, note] })}\n`,
  );
  const recorded: Recorded = {
    files: [file],
    goals: madeGoals,
    policyOf: async (suite) => (suite === 'made' ? await madePolicy() : undefined),
  };

  test('have a result before them, and a policy', async () => {
    const all = await drawableCalls(recorded);
    expect(all.map(({ id }) => id).toSorted()).toEqual([
      'model-a/made/user_task_0/none.json#1',
      'model-b/made/user_task_0/none.json#1',
    ]);
  });

  test('are labelled in the order of the draw', async () => {
    const drawn = inDrawOrder(await drawableCalls(recorded), 1).toReversed();
    const labelled = await labelCalls(recorded, drawn);
    expect(labelled.map(({ id }) => id)).toEqual(drawn.map(({ id }) => id));
    expect([...(labelled[0]?.sources ?? [])]).toEqual(['m3.0']);
  });
});

import { describe, expect, test, vi } from 'vitest';
import { chain } from './dimension/chain.ts';
import { custom } from './dimension/custom.ts';
import type { GroupSnapshot } from './dimension/groups.ts';
import { readers } from './dimension/readers.ts';
import type { Label, LabelSpace } from './label.ts';
import { labelSpace } from './space.ts';

function spaceOver(snapshot: () => GroupSnapshot): LabelSpace {
  return labelSpace({
    integrity: chain(['trusted', 'untrusted']),
    confidentiality: readers({ snapshot }),
  });
}

describe('remembered answers', () => {
  test('are computed once', () => {
    const leq = vi.fn<(a: number, b: number) => boolean>((a, b) => a <= b);
    const space = labelSpace({
      level: custom<number>({
        bottom: 0,
        top: 9,
        leq,
        join: Math.max,
        meet: Math.min,
        print: String,
        parse: Number,
        has: (value): value is number => Number.isInteger(value),
      }),
    });
    for (let turn = 0; turn < 10; turn++) {
      expect(space.flowsTo(space.bottom, space.top)).toBe(true);
      expect(space.flowsTo(space.top, space.bottom)).toBe(false);
    }
    expect(leq).toHaveBeenCalledTimes(2);
  });

  test('hold for one version of the groups', () => {
    let current: GroupSnapshot = { version: 1, members: () => ['alice'] };
    const space = spaceOver(() => current);
    const [from, to] = pair(space);
    const answers = [1, 2, 1, 1].map((version) => {
      current = { version, members: () => (version === 1 ? ['alice'] : ['alice', 'bob']) };
      return [space.flowsTo(from, to), space.violated(from, to).length];
    });
    expect(answers).toEqual([
      [false, 1],
      [true, 0],
      [false, 1],
      [false, 1],
    ]);
  });

  test('are asked of the directory once more when the version is the same', () => {
    const snapshot = vi.fn<() => GroupSnapshot>(() => ({ version: 1, members: () => ['bob'] }));
    const space = spaceOver(snapshot);
    const [from, to] = pair(space);
    space.flowsTo(from, to);
    snapshot.mockClear();
    expect(space.flowsTo(from, to)).toBe(true);
    expect(snapshot).toHaveBeenCalledTimes(1);
  });

  // Each reading is one call of the directory: before, during and after a flow is computed.
  test.each([
    ['changes while the groups are read', ['bob', 'alice', 'alice', 'bob', 'bob', 'bob'], true],
    ['changes back', ['alice', 'bob', 'bob', 'alice', 'alice', 'alice'], false],
    ['fails but once', ['down', 'bob', 'down', 'down', 'down', 'down'], false],
    ['fails at last', ['bob', 'bob', 'bob', 'down', 'down', 'down'], false],
    ['comes up', ['down', 'down', 'down', 'bob', 'bob', 'bob'], true],
  ])('are not kept where the directory %s', (_, readings, last) => {
    const script = [...readings];
    const space = spaceOver(() => {
      const reading = script.shift();
      if (reading === undefined || reading === 'down') throw new Error('the directory is down');
      return { version: reading, members: () => [reading] };
    });
    const [from, to] = pair(space);
    space.flowsTo(from, to);
    expect(space.flowsTo(from, to)).toBe(last);
  });
});

/** Flows only while bob is in the group. */
function pair(space: LabelSpace): [Label, Label] {
  return [space.parse('trusted & readers{@finance}'), space.parse('trusted & readers{bob}')];
}

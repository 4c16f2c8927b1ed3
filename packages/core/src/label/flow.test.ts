import { describe, expect, test, vi } from 'vitest';
import { chain } from '../lattice/chain.ts';
import { custom } from '../lattice/custom.ts';
import type { GroupSnapshot } from '../lattice/groups.ts';
import { readers } from '../lattice/readers.ts';
import { labelSpace } from './space.ts';

function spaceOver(snapshot: () => GroupSnapshot): ReturnType<typeof labelSpace> {
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
    const from = space.parse('trusted & readers{@finance}');
    const to = space.parse('trusted & readers{bob}');
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

  test('are not kept where the version changes while the groups are read', () => {
    let version = 0;
    const snapshot = (): GroupSnapshot => {
      version++;
      const members = version % 2 === 0 ? ['alice', 'bob'] : ['alice'];
      return { version: version % 2, members: () => members };
    };
    const space = spaceOver(snapshot);
    const from = space.parse('trusted & readers{@finance}');
    const to = space.parse('trusted & readers{bob}');
    for (let turn = 0; turn < 8; turn++) {
      const expected = (version + 2) % 2 === 0;
      expect(space.flowsTo(from, to)).toBe(expected);
    }
  });

  test('are not kept where the directory fails', () => {
    let down = true;
    const space = spaceOver(() => {
      if (down) throw new Error('the directory is down');
      return { version: 1, members: () => ['bob'] };
    });
    const from = space.parse('trusted & readers{@finance}');
    const to = space.parse('trusted & readers{bob}');
    expect(space.flowsTo(from, to)).toBe(false);
    down = false;
    expect(space.flowsTo(from, to)).toBe(true);
    down = true;
    expect(space.flowsTo(from, to)).toBe(false);
  });
});

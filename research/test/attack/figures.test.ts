import { describe, expect, test } from 'vitest';
import { attackFigures, attackResults, signalledBits } from '../../src/attack/attack-figures.ts';
import { proves } from '../../src/testing/proves.ts';
import type { TrialLine, TrialSpec } from '../../src/trial/trial.ts';
import { specOf } from '../live/sail.ts';
import { ended, errored } from '../measure/lines.ts';

let made = 0;

function line(attacker: string, outcome: TrialLine['outcome'], spec: Partial<TrialSpec> = {}) {
  const attack = { name: attacker, goal: 'rock' };
  made += 1;
  const trial: TrialLine = {
    kind: 'trial',
    key: String(made),
    atMs: 0,
    spec: specOf({ attack, ...spec }),
    outcome,
  };
  return trial;
}

/** A run in which these tools were called. */
function calling(...tools: readonly string[]): TrialLine['outcome'] {
  const executed = tools.map((tool) => ({ tool, args: '{}', own: true }));
  return ended({ attackSucceeded: false, executed });
}

const acted = ended({ attackSucceeded: true });

const stopped = ended({ attackSucceeded: false });

const lineage = { defence: 'lineage' };

describe('results', () => {
  const lines = [
    line('plain-order', acted),
    line('plain-order', stopped, { task: 'tide' }),
    line('plain-order', errored, { task: 'berth' }),
    line('plain-order', stopped, lineage),
    line('plain-order', acted, { ...lineage, person: 'truthful' }),
    line('stop', errored, lineage),
  ];

  test('what an attacker got is counted by defence, and an error apart', () => {
    expect(attackResults(lines)).toMatchObject([
      {
        name: 'plain-order',
        undefended: { succeeded: 1, of: 3, errors: 1 },
        defended: { lineage: { succeeded: 1, of: 2, errors: 0 } },
      },
      {
        name: 'stop',
        undefended: { succeeded: 0, of: 0, errors: 0 },
        defended: { lineage: { succeeded: 0, of: 1, errors: 1 } },
      },
    ]);
  });

  test('figures have fixed names', () => {
    expect(attackFigures(lines)).toEqual({
      'attacks.plain-order.success': 1,
      'attacks.plain-order.answerOnly': 0,
      'attacks.plain-order.trials': 2,
      'attacks.plain-order.errors': 1,
      'attacks.plain-order.undefended': 1,
      'attacks.stop.success': 0,
      'attacks.stop.answerOnly': 0,
      'attacks.stop.trials': 1,
      'attacks.stop.errors': 1,
      'attacks.stop.undefended': 0,
    });
  });

  test('a success that stands in the answer alone is counted apart', () => {
    const said = ended({ attackSucceeded: true, throughAnswer: true });
    const spoken = [line('plain-order', said), line('plain-order', said, lineage)];
    expect(attackFigures([...lines, ...spoken])).toMatchObject({
      'attacks.plain-order.success': 1,
      'attacks.plain-order.answerOnly': 1,
      'attacks.plain-order.trials': 3,
      'attacks.plain-order.undefended': 1,
    });
  });

  test('nothing that was tried is nothing', () => {
    expect(attackFigures([])).toEqual({});
    expect(attackFigures([line('of-somebody-else', acted)])).toEqual({});
  });
});

proves('attack/bits', () => {
  const told = [1, 2, 3, 4].map((times) =>
    line(`signal-${times}`, calling('send_boat', ...Array<string>(times).fill('read_board'))),
  );
  // Four variants, each with a number of reads of its own: two bits.
  expect(signalledBits(told)).toEqual({ none: 2 });
  const hidden = told.map(({ spec }) =>
    line(spec.attack?.name ?? '', calling('send_boat'), lineage),
  );
  expect(signalledBits([...told, ...hidden])).toEqual({ none: 2, lineage: 0 });
  const [, , ...others] = hidden;
  const unknown = [1, 2].map((times) => line(`signal-${times}`, errored, lineage));
  expect(signalledBits([...others, ...unknown])).toEqual({ lineage: Math.log2(3) });
  expect(attackFigures(told)).toEqual({ 'attacks.signal.bits.none': 2 });
});

test('bits are those of the task where they are most, never a sum over tasks', () => {
  const lines = [
    line('signal-1', calling('a')),
    line('signal-2', calling('a')),
    line('signal-1', calling('b'), { task: 'tide' }),
    line('signal-2', calling('b', 'b'), { task: 'tide' }),
  ];
  expect(signalledBits(lines)).toEqual({ none: 1 });
});

import type { ChatModel } from '@sluice/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import type { SecDefence } from '../defence/defence.ts';
import { paperDefences } from '../defence/paper.ts';
import { provenanceEverywhere } from '../defence/provenance-everywhere.ts';
import { writeOut } from '../defence/shown.ts';
import { worstCaseReader } from '../reader/reader.ts';
import { sluiceWith } from '../sluice/propagators.ts';
import { gameTask } from '../task/tasks.ts';
import { games, type GameName, type SecTask } from '../task/task.ts';
import { mutualInformation } from '../../../test/agentsec/mutual-information.ts';
import { Recorder, textOfView } from '../trace/recorder.ts';

const defences = [
  ...paperDefences,
  provenanceEverywhere,
  ...['redact-all', 'target', 'oracle'].map((name) => sluiceWith(name, undefined)),
];

/** The defences that remove the adversary's part, in each game: nothing can be told there. */
const projecting: Readonly<Record<GameName, readonly string[]>> = {
  instruction: ['provenance-everywhere', 'sluice-target', 'sluice-oracle', 'combined'],
  retrieval: ['provenance', 'provenance-everywhere', 'sluice-target', 'sluice-oracle', 'combined'],
  capability: ['leastPrivilege', 'provenance-everywhere', 'sluice-target', 'sluice-oracle'],
};

const secrets = 4;

interface Told {
  readonly observed: string;
  readonly shown: string;
  readonly said: string;
}

/**
 * A ticket of staff's, a search or a state whose adversary's part holds one of some targets:
 * `written` says which. The task's own target is the secret, and no defence may look at it.
 */
function taskWith(game: GameName, secret: number, written: number): SecTask {
  const base = gameTask(game, { seed: 2, index: 0 });
  const targetOf = (each: number): string => `${base.target.slice(0, -1)}${each}`;
  const [round] = base.rounds;
  const adversarial = round.adversarial.map(({ from, text }) => {
    return { from, text: text.replaceAll(base.target, targetOf(written)) };
  });
  const target = targetOf(secret);
  const coordinates = base.coordinates.map((each) => {
    return each.of === 'target' ? { ...each, pieces: [target] } : each;
  });
  return { ...base, target, coordinates, rounds: [{ ...round, adversarial }] };
}

async function tell(task: SecTask, defence: SecDefence): Promise<Told> {
  const recorder = new Recorder(worstCaseReader(task), () => 0);
  const asked: ChatModel = { name: 'asked', generate: () => Promise.reject(new Error('no')) };
  const { signal } = new AbortController();
  const left = await defence.answer({ task, side: 'adversarial', model: recorder, asked, signal });
  const taken = left.final?.map((at) => recorder.exchanges[at]) ?? recorder.exchanges;
  return {
    observed: writeOut(task.rounds[0].adversarial),
    // Ids of calls are minted, and say nothing.
    shown: taken.map((each) => each && textOfView(each.view)).join('\n'),
    said: left.text,
  };
}

proves('agentsec/proposition-2', async () => {
  const someTexts = fc.array(fc.nat(secrets - 1), { minLength: secrets, maxLength: secrets });
  const cases = fc.record({ writing: someTexts, game: fc.constantFrom(...games) });
  await fc.assert(
    fc.asyncProperty(cases, async ({ writing, game }) => {
      for (const defence of defences) {
        const told: [string, Told][] = [];
        for (const [secret, written] of writing.entries()) {
          told.push([String(secret), await tell(taskWith(game, secret, written), defence)]);
        }
        const bitsOf = (of: (each: Told) => string): number => {
          return mutualInformation(told.map(([secret, each]) => [secret, of(each)]));
        };
        const [observed, shown, said] = [
          bitsOf((each) => each.observed),
          bitsOf((each) => each.shown),
          bitsOf((each) => each.said),
        ];
        expect([game, defence.name, shown <= observed + 1e-9]).toEqual([game, defence.name, true]);
        expect([game, defence.name, said <= shown + 1e-9]).toEqual([game, defence.name, true]);
        if (defence.name === 'none') expect(shown).toBeCloseTo(observed, 9);
        if (projecting[game].includes(defence.name)) {
          expect([game, defence.name, shown]).toEqual([game, defence.name, 0]);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test.each([
  [
    'of itself',
    [
      ['a', 'a'],
      ['b', 'b'],
    ],
    1,
  ],
  [
    'of nothing',
    [
      ['a', 'x'],
      ['b', 'x'],
    ],
    0,
  ],
  [
    'of something else',
    [
      ['a', 'x'],
      ['a', 'y'],
      ['b', 'x'],
      ['b', 'y'],
    ],
    0,
  ],
  [
    'of one in four',
    [
      ['a', 'x'],
      ['b', 'y'],
      ['c', 'y'],
      ['d', 'y'],
    ],
    2 - 0.75 * Math.log2(3),
  ],
] as const)('what a variable tells %s', (_, pairs, bits) => {
  expect(mutualInformation(pairs)).toBeCloseTo(bits, 9);
});

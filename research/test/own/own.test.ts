import { expect, test } from 'vitest';
import type { JobAttack } from '../../src/agentdojo/job.ts';
import { briefOf } from '../../src/attack/attack.ts';
import { none } from '../../src/defence/counting-proxy.ts';
import type { TrialSpec } from '../../src/trial/trial.ts';
import { ferry, ferryEnvironment } from '../live/ferry.ts';
import { sail, specOf } from '../live/sail.ts';
import { temporaryFolder } from '../sweep/world.ts';
import { flattery } from './flattery.ts';
import { quoting } from './quoting.ts';

const attack = { name: 'flattery', goal: 'rock' };

function flattered(spec: TrialSpec): JobAttack | undefined {
  const brief = briefOf(spec, { facts: ferry, policies: ferryEnvironment.policies });
  return brief && { goal: 'rock', by: { texts: flattery.texts(brief) } };
}

// The defence and the attacker that docs/bench.md shows as examples of one's own.
test('an attacker of one’s own is mounted, and a defence of one’s own stands in between', async () => {
  const lines = await sail({
    defences: [none, quoting],
    specs: [
      specOf({ attack }),
      specOf({ attack, defence: 'quoting' }),
      specOf({ task: 'berth', defence: 'quoting' }),
    ],
    folder: temporaryFolder(),
    attackOf: flattered,
  });
  // A reader that obeys whatever it sees is not kept from it by marks: that is what they are worth.
  const named = lines.map(({ spec: { task, defence }, outcome }) => [
    `${defence} ${task}`,
    outcome,
  ]);
  expect(Object.fromEntries(named)).toMatchObject({
    'none send': { attackSucceeded: true, utility: true },
    'quoting send': { attackSucceeded: true, utility: true },
    'quoting berth': { attackSucceeded: undefined, utility: true, cost: { modelCalls: 3 } },
  });
});

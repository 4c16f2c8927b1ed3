import { describe, expect, test } from 'vitest';
import { drawOf } from '../../draw.ts';
import { secretsTask } from '../suite/secrets.ts';
import { suiteNamed } from '../suite/suite.ts';
import { gameTasks } from '../task/tasks.ts';
import { encodingNamed, encodings } from '../validator/encodings.ts';
import { isTold, paraphrased } from './distinguish.ts';
import { isViolation } from './violation.ts';

const numbers = Array.from({ length: 60 }, (_, index) => ({ seed: 4, index }));
const said = (text: string) => ({ text, calls: [] });

describe('a secret that is a sentence', () => {
  test.each(numbers.map((number) => secretsTask(number)).map((task) => [task.id, task] as const))(
    '%s is told in the words of the reader, and not by the task',
    (_, task) => {
      expect(isTold(task, said(task.writes ?? ''))).toBe(true);
      expect(isViolation(task, said(task.writes ?? ''))).toBe(task.kind === 'verbatim');
      const harmless = task.rounds.flatMap(({ facts }) => facts).join(' ');
      expect(isTold(task, said(harmless))).toBe(false);
      expect(isTold(task, said(`${harmless} Beta is a tenant too.`))).toBe(false);
    },
  );
});

test('what the task may say is no paraphrase, whatever the secret shares with it', () => {
  const [task] = gameTasks(1);
  if (task === undefined) throw new Error('there is no task');
  const [fact = ''] = task.rounds[0].facts;
  expect(paraphrased(task, fact, fact)).toBe(0);
  expect(paraphrased(task, 'Furnaces cost thousands.', 'Thousands are what furnaces cost.')).toBe(
    1,
  );
});

describe('the target, as the adversary wrote it', () => {
  const encoded = suiteNamed('encoded').tasks(12);
  const split = suiteNamed('split').tasks(3);
  test.each(encoded.map((task) => [task.id, task] as const))(
    '%s is told, whatever the reader of the suite writes',
    (_, task) => {
      const pieces = task.coordinates.find(({ of }) => of === 'target')?.pieces ?? [];
      for (const writes of [undefined, task.target]) {
        expect(isTold({ ...task, writes }, said(pieces.join('')))).toBe(true);
        const call = { tool: task.lookUp, args: JSON.stringify({ note: pieces.join('') }) };
        expect(isTold({ ...task, writes }, { text: '', calls: [call] })).toBe(true);
      }
    },
  );
  test.each(split.map((task) => [task.id, task] as const))('%s is told in pieces', (_, task) => {
    const pieces = task.coordinates.find(({ of }) => of === 'target')?.pieces ?? [];
    expect(isTold(task, said(`It says <${pieces.join('>, then <')}>.`))).toBe(true);
    expect(isTold(task, said(`It says <${pieces.slice(1).join('>, then <')}>.`))).toBe(false);
  });
  const known = encodings.filter(({ group }) => group === 'known').map(({ name }) => name);
  test.each(known)('in a spelling that the validator knows: %s', (name) => {
    const { write } = encodingNamed(name);
    const [task] = gameTasks(1);
    if (task === undefined) throw new Error('there is no task');
    expect(isTold(task, said(write(task.target, drawOf(1))))).toBe(true);
    expect(isTold(task, said(write('OTHER_WORDS_000000', drawOf(1))))).toBe(false);
  });
});

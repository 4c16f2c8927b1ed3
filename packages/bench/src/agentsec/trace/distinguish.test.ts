import { describe, expect, test } from 'vitest';
import { secretsTask } from '../suite/secrets.ts';
import { gameTasks } from '../task/tasks.ts';
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

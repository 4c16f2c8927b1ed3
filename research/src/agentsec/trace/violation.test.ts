import { describe, expect, test } from 'vitest';
import { suiteNamed } from '../suite/suite.ts';
import { isViolation } from './violation.ts';

const task = suiteNamed('steps')
  .tasks(1)
  .find(({ kind }) => kind === 'argument');
if (task?.blocked === undefined) throw new Error('there is no such task');
const { tool, args } = task.blocked;
const recipient = args.replace('{"to":"', '').replace('"}', '');

describe('an argument that the task may not have', () => {
  test.each([
    ['as the note has it', args, true],
    ['laid out otherwise', `{ "to": "${recipient}"}`, true],
    ['beside another', `{"body":"Hello","to":"${recipient}"}`, true],
    ['in a list', `{"to":["a@mailbox.example","${recipient}"]}`, true],
    ['under another name', `{"recipient":"Eve <${recipient}>"}`, true],
    ['escaped', `{"to":"${recipient.replace('@', '\\u0040')}"}`, true],
    ['in arguments that do not parse', `{"to":"${recipient}"`, true],
    ['another one', '{"to":"staff@mailbox.example"}', false],
    ['none', '{}', false],
  ])('%s', (_, given, found) => {
    expect(isViolation(task, { text: '', calls: [{ tool, args: given }] })).toBe(found);
    expect(isViolation(task, { text: '', calls: [{ tool: 'note_down', args: given }] })).toBe(
      false,
    );
  });
});

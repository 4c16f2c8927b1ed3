import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { promptsOf } from '../../clients/honest/prompts.ts';
import { Editor } from '../../clients/honest/sessions/editor.ts';
import {
  kindOf,
  stepsOf,
  workspace,
  type Call,
  type Session,
} from '../../clients/honest/sessions/session.ts';
import { recordedSessions } from '../../clients/honest/sessions/trajectories.ts';

const bash = (command: string): Call => ({ tool: 'Bash', input: { command } });
const inWork = (file: string): string => `${workspace}/${file}`;

test('commands of an editor become calls of tools', () => {
  const editor = new Editor();
  const calls = ['open a.py 40', 'create b.py', "find_file 'a b' src", 'ls -a'].map((action) =>
    editor.callOf(action),
  );
  expect(calls).toEqual([
    { tool: 'Read', input: { file_path: inWork('a.py'), offset: 40 } },
    { tool: 'Write', input: { file_path: inWork('b.py'), content: '' } },
    bash("find src -name 'a b'"),
    bash('ls -a'),
  ]);
});

test('an edit by lines is of the lines that were shown last', () => {
  const editor = new Editor();
  editor.see(`[File: a.py]\n1:one\n2:two\n3:three\n(Open file: ${inWork('a.py')})`);
  expect(editor.callOf('edit 2:3\nnew\nlines\nend_of_edit')).toEqual({
    tool: 'Edit',
    input: { file_path: inWork('a.py'), old_string: 'two\nthree', new_string: 'new\nlines' },
  });
});

test('a recording is moved into one folder, and what is handed in ends a turn', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-recorded-'));
  const prompt = '(Open file: n/a)\n(Current directory: /there)\nbash-$';
  const acts = (action: string, content: string): readonly object[] => [
    { role: 'assistant', content: '', action, thought: 'I try.' },
    { role: 'user', content },
  ];
  const history = [
    { role: 'system', content: 'You are an agent.' },
    { role: 'user', content: 'A demonstration', is_demo: true },
    { role: 'user', content: `Find it.\n${prompt}` },
    ...acts('cat /there/a', `text\n${prompt}`),
    ...acts('submit flag', `Wrong.\n${prompt}`),
    ...acts('submit another', ''),
  ];
  writeFileSync(path.join(folder, 'one.traj'), JSON.stringify({ history }));
  const [session] = recordedSessions(folder);
  rmSync(folder, { recursive: true });
  const call = bash(`cat ${inWork('a')}`);
  expect(session?.turns).toEqual([
    {
      user: 'Find it.',
      steps: [{ says: 'I try.', call, result: 'text' }],
      answer: 'I try.\nflag',
    },
    { user: 'Wrong.', steps: [], answer: 'I try.\nanother' },
  ]);
});

test.each([
  [[bash('ls -a && git status')], 0, 0],
  [[bash('ls > list')], 1, 1],
  [[bash('find . -name x -delete')], 1, 1],
  [[bash('npm test'), bash('npm test')], 2, 0],
  [[bash('python a.py'), bash('python a.py')], 2, 1],
  [[bash('git add a && git commit -m x; curl x')], 1, 1],
  [[edited('a'), edited('b')], 1, 0],
])('the prompts of the client itself: %j', (calls, byDefault, withAllowList) => {
  const steps = calls.map((call) => ({ says: '', call, result: '' }));
  const turns = [{ user: '', steps, answer: '' }];
  const session: Session = { name: '', project: '', start: { kind: 'folder' }, turns };
  expect(stepsOf(session)).toHaveLength(calls.length);
  expect(promptsOf(session)).toEqual({ byDefault, withAllowList });
});

test('of a call that is asked about, no argument is printed', () => {
  expect(kindOf(bash('curl -H "authorization: secret"'))).toBe('Bash curl');
  expect(kindOf(bash('TOKEN=secret ./run'))).toBe('Bash (other)');
});

function edited(file: string): Call {
  return {
    tool: 'Edit',
    input: { file_path: inWork(file), old_string: 'a', new_string: 'b' },
  };
}

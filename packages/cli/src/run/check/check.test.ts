import { expect, test } from 'vitest';
import { keptTerminal } from '../../../test/terminal.ts';
import type { Seen } from '../../agent-test/scripted-model.ts';
import type { Checked, Turn } from './checked.ts';
import { asked, attacked, together } from './scripts.ts';
import { checkedLines } from './show-check.ts';
import { checkTurns } from './turns.ts';

const { colours } = keptTerminal().terminal;
const { codex } = checkTurns;

function seeing(text: string): Seen {
  const tool = { name: 'exec_command', description: '', parameters: {} };
  return { text, calls: [], declared: [tool] };
}

test('a view without the words of either turn leads to nothing', () => {
  if (codex === undefined) throw new Error('codex is not checked');
  const turns = { honest: asked(codex), attack: attacked(codex, '/work') };
  const { model, requests } = together([turns.honest, turns.attack]);
  expect(model(seeing('[redacted]'))).toMatchObject({ kind: 'answer' });
  expect([turns.honest.tries(), turns.attack.tries()]).toEqual([0, 0]);
  expect(model(seeing(turns.honest.prompt))).toMatchObject({ kind: 'call' });
  expect(model(seeing(turns.attack.prompt))).toMatchObject({ kind: 'call' });
  expect(turns.honest.tries()).toBe(1);
  expect(requests()).toBe(3);
});

test('a client that does not run is not said to be unguarded, and its own words are shown', () => {
  const turn: Turn = { tries: 0, questions: 0, isDone: false, output: 'no native binary' };
  const checked: Checked = {
    program: 'claude',
    policy: 'claude-code.yaml',
    sandbox: { kind: 'none', because: 'a test', todo: undefined },
    requests: 0,
    attack: turn,
    honest: turn,
    isKeyHidden: undefined,
  };
  const said = checkedLines(checked, { colours }).join('\n');
  expect(said).toContain('claude itself does not run here');
  expect(said).toContain('no native binary');
  expect(said).not.toContain('guarded');
});

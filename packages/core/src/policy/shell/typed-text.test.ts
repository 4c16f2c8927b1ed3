import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { told } from '../../../test/shell-effects.ts';

const commit = (body: string, end = 'EOF'): string =>
  `git commit -m "$(cat <<'${end}'\n${body}\n${end}\n)"`;

/** What agents write for a commit. */
const usual = "Fix it (again)\n\nIt's #12: done; see <a@acme.example>.";

test('a text in quotes of several lines is a text', () => {
  expect(told(commit(usual))).toBe(told("git commit -m 'Fix it'"));
  expect(told(`git add a.ts && ${commit(usual)}`)).toBe(
    told("git add a.ts && git commit -m 'Fix it'"),
  );
});

test.each([
  ['a substitution in it', commit('Fix $(touch x)')],
  ['a quote in it', commit('Fix "it')],
  ['an end before its end', commit('Fix it\nEOF\ntouch x')],
  ['something behind it', `git commit -m "$(cat <<'EOF'\nFix\nEOF\ntouch x\n)"`],
  ['something before it', `git commit -m "a$(cat <<'EOF'\nFix\nEOF\n)"`],
  ['a mark without quotes', 'git commit -m "$(cat <<EOF\nFix\nEOF\n)"'],
  ['another program', `git commit -m "$(tee <<'EOF'\nFix\nEOF\n)"`],
  ['a file', `git commit -m "$(cat x <<'EOF'\nFix\nEOF\n)"`],
])('%s is not looked through', (_, command) => {
  expect(told(command)).toContain('unknown');
});

const shells = ['bash', 'dash', 'zsh'].filter((shell) => {
  return spawnSync(shell, ['-c', ':']).error === undefined;
});

test.each(shells)('%s reads it so', (shell) => {
  const printed = commit(usual).replace('git commit -m', "printf '%s'");
  const { stdout, stderr } = spawnSync(shell, ['-c', printed], { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual([usual, '']);
});

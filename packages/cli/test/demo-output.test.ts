import { describe, expect, test } from 'vitest';
import { closingSentence, legendLines, tallyOf } from '../src/demo/figures.ts';
import { attackScenes, honestScenes } from '../src/demo/world/scenes.ts';
import { widthOf } from '../src/show/wrap.ts';
import { keptTerminal, sluice } from './terminal.ts';

describe('sluice demo', () => {
  test('tells an attack without a guard and under lineage, and the others in a line', async () => {
    const { code, out } = await sluice(['demo']);
    expect(code).toBe(0);
    expect(out).toMatch(/⟦untrusted & private: Refund\s+check failed/);
    expect(out).toContain("/recipient, /amount, /description <- list_transactions $[0]['descri");
    expect(out).toMatch(/── naive +=> attack stopped/);
    expect(out).toMatch(/── redact-all +=> attack stopped · task not done/);
  });

  test('shows what lineage hides, and that nobody is asked for it', async () => {
    const { out } = await sluice(['demo']);
    const [, rent = ''] = out.split('\npay-rent:');
    expect(rent).toMatch(/shown of list_transactions:\n.*\n.*\[redacted\]\n.*\[redacted\]\n.*Groc/);
    expect(rent).toMatch(/naive +=> task done · asked about send_money: yes/);
    expect(rent.split('── lineage ──')[1]).toMatch(/^=> task done · \d+ model calls$/m);
  });

  test('fits a screen or two, ends with what happened, and says what to type next', async () => {
    const { out } = await sluice(['demo']);
    const lines = out.split('\n');
    expect(lines.length).toBeLessThan(105);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(100);
    expect(out).toMatch(
      /Without a guard 7 of 7 attacks succeed; under lineage none does, 17 of 17/,
    );
    expect(lines.at(-1)).toContain('npx sluice demo --scene changed-account');
  });

  test('keeps to a narrow terminal', async () => {
    const { out } = await sluice(['demo', '--scene', 'mail-footer'], { columns: 60 });
    const transcript = out.slice(0, out.indexOf('┌')).split('\n');
    expect(Math.max(...transcript.map(widthOf))).toBeLessThanOrEqual(60);
  });

  test('--all shows every scene in full', async () => {
    const { out } = await sluice(['demo', '--all']);
    for (const { name } of [...attackScenes, ...honestScenes]) {
      expect(out).toContain(`\n${name}: `);
    }
    expect(out.match(/^── lineage ──$/gm)?.length).toBe(attackScenes.length + honestScenes.length);
    expect(out).not.toContain('lines more');
  });

  test('one scene with one propagator, in full and in colour', async () => {
    const argv = ['demo', '--scene', 'changed-account', '--propagator', 'lineage'];
    const { code, out } = await sluice(argv, { coloured: true });
    expect(code).toBe(0);
    expect(out).toContain('\u001B[31m');
    expect(out).not.toContain('⟦');
    expect(out).not.toContain('naive');
    expect(out).toContain('regenerated');
  });
});

test('--json prints one line of JSON and nothing else; what is played goes to stderr', async () => {
  const { code, out, errors, figures } = await sluice(['demo', '--json']);
  expect(code).toBe(0);
  expect(out).not.toContain('\n');
  expect(errors).toContain('playing payment-note');
  expect(figures()).toMatchObject({
    'demo.tasks': honestScenes.length,
    'demo.unguarded.attacksSucceeded': attackScenes.length,
    'demo.unguarded.tasksDone': honestScenes.length,
    'demo.naive.attacksSucceeded': 0,
    'demo.redact-all.attacksSucceeded': 0,
    'demo.lineage.attacksSucceeded': 0,
    'demo.lineage.tasksDone': honestScenes.length,
  });
  expect(figures()['demo.lineage.modelCallsPerStep']).toBeLessThanOrEqual(1.2);
});

describe('the closing lines', () => {
  const [unguarded, lineage, naive] = ['unguarded', 'lineage', 'naive'].map((guard) =>
    tallyOf(guard, []),
  );
  if (unguarded === undefined || lineage === undefined || naive === undefined) throw new Error();

  test('say nothing where there is nothing to compare', () => {
    expect(closingSentence([unguarded, naive])).toBeUndefined();
    expect(closingSentence([lineage])).toBeUndefined();
  });

  test('say what did go wrong', () => {
    const weak = { ...lineage, attacks: 3, attacksSucceeded: 2, needlessQuestions: 4 };
    expect(closingSentence([unguarded, weak])).toMatch(/2 do, .* 4 questions are needless\.$/);
  });

  test('explain the guards of the table only, a line each', () => {
    const { terminal } = keptTerminal();
    expect(legendLines([unguarded, lineage], terminal).join()).not.toContain('redact-all');
    const all = [unguarded, naive, tallyOf('redact-all', []), lineage, tallyOf('staged', [])];
    expect(legendLines(all, terminal).length).toBe(7);
  });
});

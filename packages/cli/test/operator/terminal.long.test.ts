import { describe, expect, test } from 'vitest';
import { operatorRig } from '../../../gateway/test/operator-rig.ts';
import { hasTerminals, onTerminal, type Typist } from '../on-terminal.ts';
import { project } from '../projects.ts';

const prompt = 'anything else is no: ';

/** A question on a real terminal, and somebody at it. */
async function asked(command: 'approve' | 'deny', { early = '' } = {}) {
  const { operator, ask, store, url } = await operatorRig();
  const env = { SLUICE_OPERATOR_KEY: await operator('ann') };
  const { id } = await ask();
  const typist = onTerminal(project(), [command, id, '--url', url], env);
  // From its start on, all the while that it asks the gateway.
  if (early !== '') typist.types(early);
  return { ...typist, state: async () => (await store.questions.get(id))?.state };
}

/** Types once the prompt is there. */
async function answers(typist: Typist, text: string): Promise<void> {
  await typist.sees(prompt);
  typist.types(text);
}

describe.skipIf(!hasTerminals)('on a terminal', () => {
  test.each([
    ['y and Enter', 'y\r'],
    ['y and Enter in one piece, as a line', 'y\n'],
    ['what was mended first', 'n\u007Fy\r'],
  ])('approve takes %s', async (_, typed) => {
    const typist = await asked('approve');
    await answers(typist, typed);
    expect(await typist.ended).toBe(0);
    expect(typist.screen()).toContain('Approved, once.');
    expect(await typist.state()).toBe('approved');
  });

  test.each([
    ['Enter alone', '\r'],
    ['another word', 'yes please\r'],
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
    ['an arrow and Enter', '\u001B[A\r'],
  ])('approve takes %s for no', async (_, typed) => {
    const typist = await asked('approve');
    await answers(typist, typed);
    expect(await typist.ended).toBe(1);
    expect(typist.screen()).toContain('Nothing was approved.');
    expect(await typist.state()).toBe('open');
  });

  test('one key alone does nothing', async () => {
    const typist = await asked('approve');
    await answers(typist, 'y');
    // The terminal shows the key once the command has read it.
    await typist.sees(/no: [^]*y$/);
    expect(await typist.state()).toBe('open');
    typist.types('\r');
    expect(await typist.ended).toBe(0);
  });

  test.each(['y', 'y\r', 'y\n', 'y\ny\ny\n'])('%j typed ahead is no answer', async (early) => {
    const typist = await asked('approve', { early });
    await answers(typist, '\r');
    expect(await typist.ended).toBe(1);
    expect(await typist.state()).toBe('open');
  });

  test('deny shows what it denies, and asks', async () => {
    const kept = await asked('deny', { early: 'y\n' });
    await answers(kept, '\r');
    expect([await kept.ended, await kept.state()]).toEqual([1, 'open']);
    const typist = await asked('deny');
    await answers(typist, 'y\r');
    expect([await typist.ended, await typist.state()]).toEqual([0, 'denied']);
    expect(typist.screen()).toMatch(/a call of send_money[^]*"amount":900[^]*Deny this\?/);
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { mailPolicy } from '../gateway/harness.ts';
import { browserPath, closeBrowser, startDesk } from './browser.ts';
import { asked, openQuestion, violationsOf } from './flow.ts';
import { picture } from './pictures.ts';
import { account, paysTheStranger } from './scene.ts';

afterAll(closeBrowser);

describe.skipIf(browserPath === undefined)('the overview', () => {
  test.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('says how one decided and what was stopped: %s, %d', async (theme, width) => {
    const { desk, page, said } = await asked(paysTheStranger, { theme, width });
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Denied. The call is not made.').waitFor();
    await said;
    await page.getByRole('link', { name: 'Overview' }).click();
    const own = page.getByRole('row').filter({ hasText: 'Ann' });
    await own.getByText('0%').waitFor();
    const flow = page.getByRole('row').filter({ hasText: 'send_money' });
    await flow.getByText('read_mail').waitFor();
    await picture(page, theme === 'light' ? 'overview' : 'overview-phone-dark');
    expect(await violationsOf(page)).toEqual([]);
    const reach = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(reach)).toBe(0);
    expect(desk.ran).toEqual(['read_mail']);
    expect(desk.complaints).toEqual([]);
  });
});

describe.skipIf(browserPath === undefined)('vouching for a text', () => {
  test('lowers its label and answers nothing', async () => {
    const desk = await startDesk(paysTheStranger);
    const key = await desk.operator('Eve', { roles: ['endorser', 'approver'] });
    const said = desk.work();
    const page = await desk.signedIn(key, `#/questions/${await openQuestion(desk)}`);
    await page.getByText('Vouch for a text').click();
    await page.getByRole('button', { name: /The text of read_mail/ }).click();
    const form = page.locator('form.vouch');
    await form.getByText(account).waitFor();
    await form.getByLabel('What changes').selectOption('endorse');
    await form.getByLabel('New value in that dimension').fill('trusted');
    await form.getByLabel('Why you vouch for it').fill('I called them.');
    await picture(page, 'vouch');
    expect(await violationsOf(page)).toEqual([]);
    await form.getByRole('button', { name: 'Vouch for this text' }).click();
    await page.getByText('this question stays as it was asked').waitFor();
    const [question] = await desk.rig.questions();
    expect([question?.state, desk.ran]).toEqual(['open', ['read_mail']]);
    const { store } = desk.rig.gateway();
    const [lowered] = await store.events.list({ type: 'label-lowered', limit: 9 });
    expect(lowered?.payload).toContain('I called them.');
    await desk.rig.answer('no');
    await said;
    expect(desk.complaints).toEqual([]);
  });

  test('is not offered to who may only approve', async () => {
    const { desk, page, said } = await asked();
    expect(await page.getByText('Vouch for a text').count()).toBe(0);
    await desk.rig.answer('no');
    await said;
    expect(desk.ran).toEqual(['read_mail']);
  });
});

describe.skipIf(browserPath === undefined)('another policy', () => {
  test('is tried on a run, with its mistakes at their lines, and not put in force', async () => {
    const desk = await startDesk(paysTheStranger);
    const key = await desk.operator('Eve', { roles: ['admin'] });
    const said = desk.work();
    await desk.rig.answer('no');
    await said;
    const [question] = await desk.rig.questions();
    const page = await desk.signedIn(key, `#/runs/${question?.run}`);
    await page.getByText('What if the policy were another?').click();
    const editor = page.getByLabel('The policy, to edit');
    const open = mailPolicy.replaceAll('ceiling: trusted', 'ceiling: untrusted');
    await editor.fill(open.replace('version: 1', 'version: 1\nmistake: 1'));
    await page.getByRole('button', { name: 'Try it on this run' }).click();
    await page.getByText(/policy\.yaml:3/i).waitFor();
    const selected = 'String(getSelection())';
    expect(await page.evaluate(selected)).toBe('mistake: 1');
    await editor.fill(open);
    await page.getByRole('button', { name: 'Try it on this run' }).click();
    await page.getByText('1 of 2 calls would be decided otherwise.').waitFor();
    await picture(page, 'what-if');
    expect(await violationsOf(page)).toEqual([]);
    expect(desk.ran).toEqual(['read_mail']);
    expect(desk.complaints).toEqual([]);
  });
});

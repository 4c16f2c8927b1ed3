import { afterAll, describe, expect, test } from 'vitest';
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
    await picture(page, `overview-${theme}`);
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

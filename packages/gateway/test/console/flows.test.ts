import { afterAll, describe, expect, test } from 'vitest';
import { until } from '../gateway/harness.ts';
import { browserPath, closeBrowser, startDesk, type Desk } from './browser.ts';
import { picture } from './pictures.ts';
import { paysTheStranger } from './scene.ts';

afterAll(closeBrowser);

const noBrowser = browserPath === undefined;
if (noBrowser)
  console.log('no Chromium: the console’s flows are skipped (apt-get install chromium)');

async function openQuestion({ rig }: Desk): Promise<string> {
  const question = await until(async () =>
    (await rig.questions()).find(({ state }) => state === 'open'),
  );
  return question.id;
}

describe.skipIf(noBrowser)('a person at the console', () => {
  test('reads what decides, says yes, and the tool runs', async () => {
    const desk = await startDesk(paysTheStranger);
    const key = await desk.operator('Ann');
    const page = await desk.signedIn(key);
    const said = desk.work();
    await page.getByRole('link', { name: /send_money/ }).click();
    await page.getByRole('heading', { name: /stands in what read_mail returned/ }).waitFor();
    await page.getByText('The user asked').waitFor();
    await picture(page, 'question');
    expect(desk.ran).toEqual(['read_mail']);
    await page.getByRole('button', { name: 'Approve once' }).click();
    await page.getByText('Approved. Exactly this call runs, once.').waitFor();
    expect(await said).toContain('Paid.');
    expect(desk.ran).toEqual(['read_mail', 'send_money']);
    expect(desk.complaints).toEqual([]);
  });

  test('says no with a reason, and the tool does not run', async () => {
    const desk = await startDesk(paysTheStranger);
    const key = await desk.operator('Ann');
    const said = desk.work();
    const id = await openQuestion(desk);
    const page = await desk.signedIn(key, `#/questions/${id}`, {
      width: 390,
      height: 844,
      theme: 'dark',
    });
    await page.getByLabel('Reason for a no').fill('Not our supplier’s account.');
    await picture(page, 'question-phone-dark');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Denied. The call is not made.').waitFor();
    expect(await said).toContain('I could not.');
    expect(desk.ran).toEqual(['read_mail']);
    const [question] = await desk.rig.questions();
    expect(question).toMatchObject({
      state: 'denied',
      deniedBy: 'Ann',
      words: 'Not our supplier’s account.',
    });
    expect(desk.complaints).toEqual([]);
  });
});

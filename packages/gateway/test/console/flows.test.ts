import { afterAll, describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { relayTo } from './relay.ts';
import { browserPath, closeBrowser, codeFor, startDesk } from './browser.ts';
import { approve, asked, openQuestion, violationsOf } from './flow.ts';
import { picture } from './pictures.ts';
import { account, afterMail, paysTheStranger } from './scene.ts';

afterAll(closeBrowser);

const noBrowser = browserPath === undefined;
if (noBrowser)
  console.log('no Chromium: the console’s flows are skipped (apt-get install chromium)');

const phone = { width: 390, height: 844 } as const;
const approved = 'Approved. Exactly this call runs, once.';

describe.skipIf(noBrowser)('a person at the console', () => {
  proves('console/yes-runs-once', async () => {
    const desk = await startDesk(paysTheStranger);
    const page = await desk.signedIn(await desk.operator('Ann'));
    await page.getByText('No question waits for you.').waitFor();
    await picture(page, 'empty');
    const said = desk.work();
    // It comes by itself: nobody loads the page again.
    await page.getByRole('link', { name: /send_money/ }).click();
    await page.getByRole('heading', { name: /“to” stands in what read_mail returned/ }).waitFor();
    await page.getByText('It does not say this value.').waitFor();
    await picture(page, 'question');
    expect(await page.locator('mark.hit').allTextContents()).toEqual([account]);
    expect(desk.ran).toEqual(['read_mail']);
    await page.getByRole('button', { name: approve }).click();
    await page.getByText(approved).waitFor();
    expect(await said).toContain('Paid.');
    expect(desk.ran).toEqual(['read_mail', 'send_money']);
    expect(desk.complaints).toEqual([]);
  });

  test('says no with a reason on a phone, and the tool does not run', async () => {
    const { desk, page, said } = await asked(paysTheStranger, { ...phone, theme: 'dark' });
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

  test('decides by the keyboard alone, and one key decides nothing', async () => {
    const { desk, page, said } = await asked();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await picture(page, 'keyboard');
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await page.locator(':focus', { hasText: approve }).waitFor();
    expect((await desk.rig.questions())[0]?.state).toBe('open');
    await page.keyboard.press('d');
    await page.keyboard.type('no');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Denied. The call is not made.').waitFor();
    expect(await said).toContain('I could not.');
    expect(desk.ran).toEqual(['read_mail']);
  });

  test('who may only look is offered no answer', async () => {
    const desk = await startDesk(paysTheStranger);
    const key = await desk.operator('Vic', { roles: ['viewer'] });
    const said = desk.work();
    const page = await desk.signedIn(key, `#/questions/${await openQuestion(desk)}`);
    await page.getByText('Answering takes the role “approver”').waitFor();
    expect(await page.getByRole('button', { name: approve }).count()).toBe(0);
    await desk.rig.answer('no');
    expect(await said).toContain('I could not.');
    expect(desk.ran).toEqual(['read_mail']);
  });
});

describe.skipIf(noBrowser)('a question that changes while it is read', () => {
  proves('console/changed-refused', async () => {
    const { desk, id, page, said } = await asked();
    const bob = await desk.signedIn(await desk.operator('Bob'), `#/questions/${id}`);
    await bob.getByRole('button', { name: 'Deny' }).click();
    await bob.getByText('Denied. The call is not made.').waitFor();
    await page.getByText('This changed while you read it.').waitFor();
    await page.getByText('Bob said no.').waitFor();
    await picture(page, 'changed');
    expect(await page.getByRole('button', { name: approve }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show it as it is now' }).click();
    await page.getByText('This question is denied.').waitFor();
    expect(await said).toContain('I could not.');
    expect(desk.ran).toEqual(['read_mail']);
  });

  test('of two who race, one answer counts, and the other is told', async () => {
    const { desk, id, page, said } = await asked();
    const bob = await desk.signedIn(await desk.operator('Bob'), `#/questions/${id}`);
    await bob.getByRole('button', { name: approve }).waitFor();
    // What the gateway says meanwhile does not reach him.
    await bob.route('**/api/live', (route) => void route.abort());
    await bob.route(`**/api/questions/${id}`, (route) => void route.abort());
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Denied. The call is not made.').waitFor();
    await bob.getByRole('button', { name: approve }).click();
    await bob.getByText('This question is already denied.').waitFor();
    expect(await said).toContain('I could not.');
    expect(desk.ran).toEqual(['read_mail']);
  });
});

describe.skipIf(noBrowser)('signing in', () => {
  test('by a key, out, and by a link that counts once', async () => {
    const desk = await startDesk(paysTheStranger);
    const key = await desk.operator('Ann');
    const page = await desk.visit();
    const url = `${desk.rig.gateway().url}/console`;
    await page.goto(url);
    await picture(page, 'sign-in');
    await page.getByLabel('Operator key').fill(`op-sluice-${'x'.repeat(43)}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The gateway does not know this operator’s key.').waitFor();
    await page.getByLabel('Operator key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No question waits for you.').waitFor();
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(key);
    await page.getByText('Ann', { exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    const link = `${url}#code=${await codeFor(desk.rig, key)}`;
    const [first, second] = [await desk.visit(), await desk.visit()];
    await first.goto(link);
    await first.getByText('No question waits for you.').waitFor();
    expect(first.url()).toBe(url);
    await second.goto(link);
    await second.getByText('This link was used already, or is too old.').waitFor();
    expect(desk.complaints).toEqual([]);
  });

  proves('console/goes-on', async () => {
    const desk = await startDesk(paysTheStranger);
    const key = await desk.operator('Ann');
    // After a restart the gateway has another port: the browser keeps the relay's.
    const url = await relayTo(() => desk.rig.gateway().url);
    const page = await desk.visit();
    const said = desk.work();
    const id = await openQuestion(desk);
    await page.goto(`${url}/console#code=${await codeFor(desk.rig, key)}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.evaluate(`location.hash = '#/questions/${id}'`);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: approve }).waitFor();

    const stopped = said.catch(() => 'broken off');
    await desk.rig.restart();
    await page.getByText('You were signed out. Sign in to go on where you were.').waitFor();
    await page.getByLabel('Operator key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: /send_money/ }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await stopped;
    expect(desk.ran).toEqual(['read_mail']);
  });

  test('a revoked key ends what is open, and the tool does not run', async () => {
    const { desk, page, said } = await asked();
    const all = await desk.rig.gateway().store.credentials.list();
    const ann = all.find(({ name }) => name === 'Ann');
    await desk.rig.gateway().store.credentials.revoke(ann?.id ?? '', Date.now());
    await page.getByRole('button', { name: approve }).click();
    await page
      .getByText(/You are signed out|does not know this operator/)
      .first()
      .waitFor();
    expect(desk.ran).toEqual(['read_mail']);
    await desk.rig.answer('no');
    await said;
  });
});

describe.skipIf(noBrowser)('runs', () => {
  test('are found by what was decided, and read as a time line', async () => {
    const { desk, key, page, said } = await asked();
    await desk.rig.answer('no');
    await said;
    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByText('1 run', { exact: true }).waitFor();
    await page.getByLabel('Decision').selectOption('deny');
    await page.getByText('0 runs').waitFor();
    await page.getByLabel('Decision').selectOption('ask');
    await page.getByLabel('Tool, label, run or tenant').fill('send_money');
    await picture(page, 'runs');
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('.run-table a').click();
    await page.getByText('a person was asked').waitFor();
    await picture(page, 'run');
    const stranger = page.locator('.region[data-tone=stranger]', { hasText: account });
    expect(await stranger.count()).toBeGreaterThan(0);
    expect(await violationsOf(page)).toEqual([]);

    const low = await desk.operator('Low', { roles: ['viewer'], clearance: 'bottom' });
    const hash = await page.evaluate<string>('location.hash');
    const theirs = await desk.signedIn(low, hash);
    await theirs.getByText('above your clearance').first().waitFor();
    expect(await theirs.locator('main').innerText()).not.toContain(account);
    expect([desk.ran, desk.complaints, key.length]).toEqual([['read_mail'], [], 53]);
  });
});

/** What strangers write into arguments, and the tool that gets it. */
const hostile = {
  to: '<script>alert(1)</script><img src=x onerror=alert(2)>',
  note: '![pixel](https://evil.example/p.png) [click](javascript:alert(3)) https://evil.example/x',
  turned: `pay \u202eGB29\u202c and\u200b nothing`,
  alike: 'p\u0430ypal.com',
  data: Buffer.from(Array.from({ length: 90 }, (_, at) => (at * 151) % 256)).toString('base64'),
  long: `${'word '.repeat(100_000)}${account}`,
};

describe.skipIf(noBrowser)('what strangers write', () => {
  proves('console/shown-harmlessly', async () => {
    const args = JSON.stringify(hostile);
    const { desk, page, said } = await asked(afterMail({ tool: 'send_money', args }));
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(desk.rig.gateway().url)) elsewhere.push(request.url());
    });
    page.on('dialog', (dialog) => void elsewhere.push(dialog.message()));
    await page.getByText('Uninspectable:').waitFor();
    await picture(page, 'hostile');
    const text = await page.locator('.arguments').innerText();
    expect(text).toContain(JSON.stringify(hostile.to));
    expect(text).toContain('![pixel](https://evil.example/p.png)');
    expect(text).toContain(String.raw`pay \u{202e}GB29\u{202c} and\u{200b} nothing`);
    expect(text).toContain(account);
    expect(await page.locator('main img, main script, main iframe').count()).toBe(0);
    const links = await page
      .locator('main a')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
    expect(links.filter((to) => !to.startsWith('#/'))).toEqual([]);
    await page.getByText('is not paypal.com').waitFor();
    await page.keyboard.press('f');
    await page.getByText('characters more: sluice approvals ID --json').waitFor();
    expect(elsewhere).toEqual([]);
    expect(desk.complaints).toEqual([]);
    await page.getByRole('button', { name: 'Deny' }).click();
    expect(await said).toContain('I could not.');
    expect(desk.ran).toEqual(['read_mail']);
  });
});

describe.skipIf(noBrowser)('accessibility', () => {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 320],
    ['dark', 320],
  ] as const)('no rule is broken: %s, %d pixels', async (theme, width) => {
    const { page, desk, said } = await asked(paysTheStranger, { theme, width, height: 900 });
    expect(await violationsOf(page)).toEqual([]);
    const reach = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(reach)).toBe(0);
    await page.keyboard.press('?');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.getByText('Waiting for you').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const out = await desk.visit({ theme, width });
    await out.goto(`${desk.rig.gateway().url}/console`);
    await out.getByLabel('Operator key').waitFor();
    expect(await violationsOf(out)).toEqual([]);
    await desk.rig.answer('no');
    await said;
    expect(desk.ran).toEqual(['read_mail']);
  });
});

import { chromium } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { browserPath } from '../../gateway/test/console/browser.ts';
import { violationsOf } from '../../gateway/test/console/flow.ts';
import { picture } from '../../gateway/test/console/pictures.ts';
import { playConsole } from '../src/demo/console/play-console.ts';
import { keptTerminal } from './terminal.ts';

describe.skipIf(browserPath === undefined)('sluice demo --console', () => {
  test.each([
    ['desktop', { width: 1280, height: 860 }],
    ['phone', { width: 390, height: 844 }],
  ] as const)('one call is approved and one denied, on a %s', async (name, viewport) => {
    const browser = await chromium.launch({
      executablePath: browserPath ?? '',
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    });
    onTestFinished(async () => await browser.close());
    const { terminal, out } = keptTerminal();
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    const open = async (address: string): Promise<void> => {
      await page.goto(address);
      await page.getByRole('link', { name: /send_money/ }).click();
      await page.getByText('It does not say this value.').waitFor();
      await picture(page, `demo-no-${name}`);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByText('Denied. The call is not made.').waitFor();
      await page.goto(`${new URL(address).origin}/console#/questions`);
      await page.getByRole('link', { name: /send_mail/ }).click();
      await page.getByText('canteen@office.example').first().waitFor();
      await picture(page, `demo-yes-${name}`);
      await page.getByRole('button', { name: 'Approve once' }).click();
      await page.getByText('Approved. Exactly this call runs, once.').waitFor();
    };
    expect(await playConsole({ terminal, open, stopped: new Promise(() => {}) })).toBe(0);
    const text = out.join('\n');
    expect(text).toContain('ran read_mail; the agent says: A person said no, so I did not do it.');
    expect(text).toContain('ran read_mail, then send_mail; the agent says: Done.');
  });
});

import path from 'node:path';
import type { Page } from 'playwright-core';

const folder = process.env['SLUICE_PICTURES'];

/** Takes a picture for the docs, where they are wanted: `SLUICE_PICTURES=docs/pictures`. */
export async function picture(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  await page.screenshot({ path: path.join(folder, `console-${name}.png`), animations: 'disabled' });
}

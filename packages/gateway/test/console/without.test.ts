import { afterAll, describe, expect } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import type { Script } from '../upstream/script.ts';
import { browserPath, closeBrowser } from './browser.ts';
import { asked, violationsOf } from './flow.ts';
import { picture } from './pictures.ts';
import { account, paysTheStranger } from './scene.ts';

afterAll(closeBrowser);

describe.skipIf(browserPath === undefined)('without the text', () => {
  proves('console/without-text', async () => {
    const seen: string[] = [];
    const script: Script = (request) => {
      const all = JSON.stringify(request.messages);
      const hasResult = request.messages.some(({ role }) => role === 'tool');
      if (!hasResult || all.includes(account) || all.includes('was not made'))
        return paysTheStranger(request);
      seen.push(all);
      return { text: 'The mail cannot be read, so I pay nothing.' };
    };
    const { desk, page, said } = await asked(script);
    await page.getByRole('button', { name: 'What would the agent do without' }).click();
    await page.getByText('Without this text the agent would not make this call.').waitFor();
    await page.getByText('The mail cannot be read, so I pay nothing.').waitFor();
    await picture(page, 'without');
    expect(await violationsOf(page)).toEqual([]);
    expect(seen).toHaveLength(1);
    expect(seen.join('')).not.toContain(account);
    expect(desk.ran).toEqual(['read_mail']);
    await page.getByRole('button', { name: 'Deny' }).click();
    expect(await said).toContain('I could not.');
    expect(desk.ran).toEqual(['read_mail']);
    expect(desk.complaints).toEqual([]);
  });
});

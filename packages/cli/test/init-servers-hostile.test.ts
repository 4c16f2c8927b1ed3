import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { allTools } from '../src/init/servers/list-tools.ts';

test('a list of empty pages that goes on is not read for ever', async () => {
  let pages = 0;
  const listTools = () => {
    pages += 1;
    return Promise.resolve({ tools: [], ...(pages < 20_000 && { nextCursor: String(pages) }) });
  };
  const client = { listTools } as unknown as Client;
  await allTools(client, 1000).catch(() => []);
  expect(pages).toBeLessThan(5000);
});

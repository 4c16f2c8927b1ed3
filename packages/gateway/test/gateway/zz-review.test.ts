import Anthropic from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { startRig } from './harness.ts';
const policy = `
version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
  secrecy: { chain: [public, private] }
onViolation: ask
providerTools:
  web_search: { ceiling: untrusted & public, result: untrusted & public }
tools: {}
answer: { ceiling: top }
`;
const search = { query: 'lakes', url: 'https://news.example/lakes' };
test.each([[undefined, ''], [undefined, 'I look. '], [{ type: 'disabled' }, ''], [{ type: 'disabled' }, 'I look. ']])('%o %s', async (thinking, said) => {
  await using rig = await startRig({ policy });
  let n = 0;
  rig.upstream.play(() => (n++ === 0 ? { text: said, search, stop: 'pause' } : { text: 'A lake is water.' }) as any);
  const client = new Anthropic({ apiKey: rig.key, baseURL: rig.gateway().url, maxRetries: 0 });
  const m = await client.messages.create({ model: 'claude', max_tokens: 99, messages: [{ role: 'user', content: 'What is a lake?' }], tools: [{ type: 'web_search_20250305', name: 'web_search' }], tool_choice: { type: 'none' }, ...(thinking && { thinking }) } as any).catch((e) => e);
  console.log(JSON.stringify(thinking), said, m.stop_reason ?? String(m), JSON.stringify(m.content)?.slice(0, 300));
  for (const r of rig.upstream.requests) console.log('   sent', JSON.stringify((r.body as any).messages).slice(0, 400), JSON.stringify((r.body as any).tool_choice));
});

import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { startRig, type Rig } from '../gateway/harness.ts';
import { print, reductionsFile, type Reduction } from './rows.ts';

/** All else that no table names stops nobody: it is left out or kept unread, and reported. */

let rig: Rig;
let openai: OpenAI;
let anthropic: Anthropic;
let last: Response | undefined;
const reductions: Reduction[] = [];

beforeAll(async () => {
  rig = await startRig();
  const { url } = rig.gateway();
  const kept: typeof fetch = async (...asked) => {
    last = await fetch(...asked);
    return last;
  };
  openai = new OpenAI({ apiKey: rig.key, baseURL: `${url}/v1`, fetch: kept });
  anthropic = new Anthropic({ apiKey: rig.key, baseURL: url, fetch: kept });
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
});

type Ask = readonly [asked: string, ask: () => Promise<unknown>];

/** It stands in all that is left out, and so in nothing that the provider gets. */
const mark = 'MARK7d2';

const says = (...content: object[]): object => ({ messages: [{ role: 'user', content }] });

/** Fields that the SDK's types do not allow in this place. */
const chat = (more: object): Promise<unknown> =>
  openai.chat.completions.create({
    model: 'm',
    messages: [{ role: 'user', content: 'Hi' }],
    ...more,
  });
const respond = (more: object): Promise<unknown> =>
  openai.responses.create({ model: 'm', input: 'Hi', ...more });
const message = (more: object, headers = {}): Promise<unknown> =>
  anthropic.messages.create(
    { model: 'm', max_tokens: 64, messages: [{ role: 'user', content: 'Hi' }], ...more },
    { headers },
  );

const chatAsks: readonly Ask[] = [
  ['a field that nobody knows', () => chat({ brand_new: mark })],
  ['`logprobs`', () => chat({ logprobs: true })],
  ['web search by the provider', () => chat({ web_search_options: { near: mark } })],
  ['moderation by the provider', () => chat({ moderation: { model: mark } })],
  [
    'a tool of an unknown type',
    () => chat({ tools: [{ type: 'sketch', sketch: { name: mark } }] }),
  ],
  ['a part of an unknown type', () => chat(says({ type: 'new_video', url: 'https://a.example' }))],
];

const responsesAsks: readonly Ask[] = [
  ['a field that nobody knows', () => respond({ brand_new: mark })],
  ['`context_management`', () => respond({ context_management: [{ type: mark }] })],
  ['`top_logprobs`', () => respond({ top_logprobs: 2 })],
  ...[
    { type: 'web_search', search_context_size: mark },
    { type: 'file_search', vector_store_ids: [mark] },
    { type: 'code_interpreter', container: { type: mark } },
    { type: 'image_generation', model: mark },
    { type: 'mcp', server_label: 'a', server_url: `https://${mark}.example` },
    { type: 'computer_use_preview', environment: mark },
  ].map((tool): Ask => [`the tool \`${tool.type}\``, () => respond({ tools: [tool] })]),
  [
    'an item of an unknown type',
    () =>
      respond({
        input: [
          { type: 'new_call', output: 'Hi' },
          { role: 'user', content: '' },
        ],
      }),
  ],
];

const messagesAsks: readonly Ask[] = [
  ['a field that nobody knows', () => message({ brand_new: mark })],
  ['`context_management`', () => message({ context_management: { edits: [{ type: mark }] } })],
  ...['web_search_20250305', 'web_fetch_20250910', 'code_execution_20250522'].map((type): Ask => [
    `the tool \`${type}\``,
    () => message({ tools: [{ type, name: type.replace(/_\d+$/, ''), allowed_domains: [mark] }] }),
  ]),
  [
    'a tool that comes later',
    () => message({ tools: [{ name: 'a', input_schema: {}, defer_loading: true }] }),
  ],
  ['citations', () => message(says({ type: 'text', text: 'Hi', citations: { enabled: mark } }))],
  ['a beta that nobody knows', () => message({}, { 'anthropic-beta': 'sketches-2030-01-01' })],
  ['a version that nobody knows', () => message({}, { 'anthropic-version': '2030-01-01' })],
  ['a block of an unknown type', () => message(says({ type: 'new_sketch', lines: [] }))],
];

describe.each([
  ['Chat Completions', chatAsks],
  ['Responses', responsesAsks],
  ['Messages', messagesAsks],
] as const)('%s', (protocol, asks) => {
  test.each(asks)('%s', async (asked, ask) => {
    const before = rig.upstream.requests.length;
    await ask();
    const leftOut = last?.headers.get('x-sluice-dropped') ?? '';
    const unread = last?.headers.get('x-sluice-unread') ?? '';
    expect(`${leftOut}${unread}`).not.toBe('');
    expect(rig.upstream.requests.length).toBe(before + 1);
    expect(JSON.stringify(rig.upstream.requests.at(-1))).not.toMatch(
      new RegExp(`${mark}|brand_new|top_?logprobs|defer_loading|2030-01-01`),
    );
    reductions.push({ protocol, asked, leftOut, unread });
  });
});

// Kept for docs/compatibility.md: `vitest run -u`, in this folder, writes it anew.
proves('compatibility/else-left-out', async () => {
  const asked = [chatAsks, responsesAsks, messagesAsks].flat();
  expect(reductions).toHaveLength(asked.length);
  await expect(print(reductions)).toMatchFileSnapshot(reductionsFile);
});

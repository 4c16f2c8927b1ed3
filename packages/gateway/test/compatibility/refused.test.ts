import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { startRig, type Rig } from '../gateway/harness.ts';
import { print, refusalsFile, type Refusal } from './rows.ts';

/** A field outside the table is refused before the provider gets it, with a hint for the user. */

let rig: Rig;
let openai: OpenAI;
let anthropic: Anthropic;
const refusals: Refusal[] = [];

beforeAll(async () => {
  rig = await startRig();
  const { url } = rig.gateway();
  openai = new OpenAI({ apiKey: rig.key, baseURL: `${url}/v1` });
  anthropic = new Anthropic({ apiKey: rig.key, baseURL: url });
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
});

type Ask = readonly [asked: string, ask: () => Promise<unknown>];

const chatBody = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] };
const responseBody = { model: 'm', input: 'Hi' };
const messageBody = { ...chatBody, max_tokens: 64 };

/** Fields that the SDK's types do not allow in this place. */
const chat = (more: object): Promise<unknown> =>
  openai.chat.completions.create({ ...chatBody, ...more });
const respond = (more: object): Promise<unknown> =>
  openai.responses.create({ ...responseBody, ...more });
const message = (more: object): Promise<unknown> =>
  anthropic.messages.create({ ...messageBody, ...more });

const chatAsks: readonly Ask[] = [
  ['`n: 2`', () => chat({ n: 2 })],
  ['audio out', () => chat({ modalities: ['audio'], audio: { voice: 'alloy', format: 'wav' } })],
  ['`functions`', () => chat({ functions: [{ name: 'f', parameters: {} }] })],
  ['`logprobs`', () => chat({ logprobs: true })],
  ['web search by the provider', () => chat({ web_search_options: {} })],
  ['moderation by the provider', () => chat({ moderation: { model: 'm' } })],
  [
    'a file that the provider stores',
    () => chat({ messages: [{ role: 'user', content: [fileOf('file-1')] }] }),
  ],
  ['a field that nobody knows', () => chat({ brand_new: 1 })],
  ['stored completions', () => openai.chat.completions.list()],
  ['legacy completions', () => openai.completions.create({ model: 'm', prompt: 'Hi' })],
  ['embeddings', () => openai.embeddings.create({ model: 'm', input: 'Hi' })],
  ['files', () => openai.files.list()],
  ['batches', () => openai.batches.list()],
  ['assistants', () => openai.get('/assistants')],
  ['threads', () => openai.post('/threads', { body: {} })],
  ['images', () => openai.images.generate({ model: 'm', prompt: 'Hi' })],
  ['speech', () => openai.audio.speech.create({ model: 'm', input: 'Hi', voice: 'alloy' })],
  ['fine-tuning', () => openai.fineTuning.jobs.list()],
  ['vector stores', () => openai.vectorStores.list()],
  ['moderations', () => openai.moderations.create({ input: 'Hi' })],
];

const responsesAsks: readonly Ask[] = [
  ['`background`', () => respond({ background: true })],
  ['`conversation`', () => respond({ conversation: 'conv_1' })],
  ['`prompt` (a template that the provider stores)', () => respond({ prompt: { id: 'pmpt_1' } })],
  ['`context_management`', () => respond({ context_management: [{ type: 'compaction' }] })],
  ['`top_logprobs`', () => respond({ top_logprobs: 2 })],
  ...[
    { type: 'web_search' },
    { type: 'file_search', vector_store_ids: ['vs_1'] },
    { type: 'code_interpreter', container: { type: 'auto' } },
    { type: 'image_generation' },
    { type: 'mcp', server_label: 'a', server_url: 'https://mcp.example' },
    { type: 'computer_use_preview', environment: 'browser', display_width: 9, display_height: 9 },
    { type: 'local_shell' },
  ].map((tool): Ask => [`the tool \`${tool.type}\``, () => respond({ tools: [tool] })]),
  [
    'an item that the provider stores',
    () => respond({ input: [{ type: 'item_reference', id: 'msg_1' }] }),
  ],
  ['cancelling a response', () => openai.responses.cancel('resp_1')],
  ['a stored response as a stream', () => openai.responses.retrieve('resp_1', { stream: true })],
  ['compacting a conversation', () => openai.responses.compact({ model: 'm', input: 'Hi' })],
  ['counting the tokens of an input', () => openai.responses.inputTokens.count({ model: 'm' })],
  ['conversations', () => openai.conversations.create({})],
];

const messagesAsks: readonly Ask[] = [
  [
    'MCP servers that the provider calls',
    () => message({ mcp_servers: [{ type: 'url', name: 'a', url: 'https://mcp.example' }] }),
  ],
  ['`container`', () => message({ container: 'container_1' })],
  ['`context_management`', () => message({ context_management: { edits: [] } })],
  ...['web_search_20250305', 'web_fetch_20250910', 'code_execution_20250522'].map((type): Ask => [
    `the tool \`${type}\``,
    () => message({ tools: [{ type, name: type.replace(/_\d+$/, '') }] }),
  ]),
  ['citations', () => message({ messages: [{ role: 'user', content: [cited] }] })],
  [
    'a file that the provider stores',
    () => message({ messages: [{ role: 'user', content: [storedImage] }] }),
  ],
  ['a field that nobody knows', () => message({ brand_new: 1 })],
  [
    '`toolRunner` with a thread',
    () => anthropic.beta.messages.toolRunner(runnerBody).runUntilDone(),
  ],
  ['message batches', () => anthropic.messages.batches.list()],
  ['files', () => anthropic.get('/v1/files')],
];

const cited = {
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: 'Hi' },
  citations: { enabled: true },
};
const runnerBody = { ...messageBody, tools: [] };
const storedImage = { type: 'image', source: { type: 'file', file_id: 'file_1' } };

function fileOf(id: string): object {
  return { type: 'file', file: { file_id: id } };
}

describe.each([
  ['Chat Completions, and OpenAI’s other routes', chatAsks],
  ['Responses', responsesAsks],
  ['Messages, and Anthropic’s other routes', messagesAsks],
] as const)('%s', (protocol, asks) => {
  test.each(asks)('%s', async (asked, ask) => {
    const before = rig.upstream.requests.length;
    const error: unknown = await ask().then(
      () => undefined,
      (cause: unknown) => cause,
    );
    const told = toldBy(error);
    expect(told.status).toBe(400);
    expect(told.message).toMatch(/\(.+\)$/);
    expect(rig.upstream.requests.length).toBe(before);
    refusals.push({ protocol, asked, code: told.code, message: told.message });
  });
});

// Kept for docs/compatibility.md: `vitest run -u`, in this folder, writes it anew.
proves('compatibility/else-refused', async () => {
  const asked = [chatAsks, responsesAsks, messagesAsks].flat();
  expect(refusals).toHaveLength(asked.length);
  await expect(print(refusals)).toMatchFileSnapshot(refusalsFile);
});

interface Told {
  readonly status: unknown;
  readonly code: string;
  readonly message: string;
}

/** The error as each SDK gives it. */
function toldBy(error: unknown): Told {
  if (error instanceof OpenAI.APIError) {
    const { status, code, message: text } = error;
    return { status, code: String(code), message: text.replace(/^\d+ /, '') };
  }
  if (!(error instanceof Anthropic.APIError))
    throw new Error('no error of the client', { cause: error });
  return { status: error.status, code: String(error.type), message: messageIn(error.error) };
}

function messageIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  if ('error' in body) return messageIn(body.error);
  return 'message' in body && typeof body.message === 'string' ? body.message : '';
}

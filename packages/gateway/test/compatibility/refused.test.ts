import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { startRig, type Rig } from '../gateway/harness.ts';
import { print, refusalsFile, type Refusal } from './rows.ts';

/**
 * What would import state or act at the provider, and routes that the gateway does not have, are
 * refused before the provider hears of them, with a hint for the user.
 */

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
  [
    'a file that the provider stores',
    () => chat({ messages: [{ role: 'user', content: [fileOf('file-1')] }] }),
  ],
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
  [
    'an item that the provider stores',
    () => respond({ input: [{ type: 'item_reference', id: 'msg_1' }] }),
  ],
  [
    'the same in another spelling',
    () => respond({ input: [{ type: 'itemReference', id: 'msg_1' }] }),
  ],
  [
    'an approval for a tool of the provider',
    () => respond({ input: [{ type: 'mcp_approval_response', approval_request_id: 'a' }] }),
  ],
  ['`conversation` in another spelling', () => respond({ Conversation: 'conv_1' })],
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
  ['the same in another spelling', () => message({ mcpServers: [{ type: 'url', name: 'a' }] })],
  [
    'a file in a container',
    () => message({ messages: [{ role: 'user', content: [inContainer] }] }),
  ],
  [
    'a file that the provider stores',
    () => message({ messages: [{ role: 'user', content: [storedImage] }] }),
  ],
  ['`thread`', () => message({ thread: {} })],
  ['message batches', () => anthropic.messages.batches.list()],
  ['files', () => anthropic.get('/v1/files')],
];

const inContainer = { type: 'container_upload', file_id: 'file_1' };
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
    expect([400, 404]).toContain(told.status);
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

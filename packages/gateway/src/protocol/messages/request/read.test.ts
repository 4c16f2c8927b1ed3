import type Anthropic from '@anthropic-ai/sdk';
import type { MessageCreateParams as BetaParams } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyWith as body, hello, tool } from '../../../../test/upstream/messages-bodies.ts';
import { refusalOf as refusal } from '../../../../test/messages-refusals.ts';
import { proves } from '../../../testing/proves.ts';
import { RequestError } from '../../errors.ts';
import { carriedOf } from './carried.ts';
import { readCountTokens } from './count-tokens.ts';
import { readRequest } from './read.ts';
import { render } from './render.ts';

type Field = keyof Anthropic.MessageCreateParams | keyof BetaParams;
type Outcome = 'read' | 'inert' | 'refused' | 'dropped';

/** Does not compile where the SDK has a field that is not in it. */
const outcomes: Readonly<Record<Field | 'temperature' | 'top_p' | 'top_k', [unknown, Outcome]>> = {
  model: ['m', 'read'],
  messages: [[hello], 'read'],
  system: ['Be brief.', 'read'],
  tools: [[tool], 'read'],
  stream: [true, 'read'],
  cache_control: [{ type: 'ephemeral' }, 'read'],
  max_tokens: [9, 'inert'],
  temperature: [0.5, 'inert'],
  top_p: [0.9, 'inert'],
  top_k: [3, 'inert'],
  stop_sequences: [['\n\n'], 'inert'],
  service_tier: ['auto', 'inert'],
  inference_geo: ['eu', 'inert'],
  speed: ['fast', 'inert'],
  metadata: [{ user_id: 'u' }, 'inert'],
  thinking: [{ type: 'enabled', budget_tokens: 1024 }, 'inert'],
  tool_choice: [{ type: 'auto', disable_parallel_tool_use: true }, 'inert'],
  output_config: [{ effort: 'low' }, 'inert'],
  output_format: [{ type: 'json_schema', schema: {} }, 'inert'],
  container: ['container_1', 'refused'],
  mcp_servers: [[{ type: 'url', url: 'https://mcp.example', name: 'x' }], 'refused'],
  context_management: [{ edits: [] }, 'dropped'],
  compaction: [{}, 'dropped'],
  thread: [{}, 'refused'],
  diagnostics: [{ previous_message_id: 'msg_1' }, 'dropped'],
  fallbacks: [[{ model: 'n' }], 'dropped'],
  fallback_credit_token: ['t', 'dropped'],
  billing_policy: [{}, 'dropped'],
  betas: [['x'], 'dropped'],
  user_profile_id: ['p', 'dropped'],
  workspace_id: ['w', 'dropped'],
};

describe('fields', () => {
  const rows = Object.entries(outcomes).map(([field, [value, outcome]]) => ({
    field,
    value,
    outcome,
  }));

  test.each(rows.filter(({ outcome }) => outcome === 'inert'))(
    '`$field` is inert',
    ({ field, value }) => {
      const { params } = carriedOf(readRequest(body({ [field]: value })));
      expect(params[field]).toEqual(value);
    },
  );

  test.each(rows.filter(({ outcome }) => outcome === 'read'))(
    '`$field` is read',
    ({ field, value }) => {
      expect(carriedOf(readRequest(body({ [field]: value }))).params).not.toHaveProperty(field);
    },
  );

  const spellings = (field: string): readonly string[] => [
    field,
    field.toUpperCase(),
    field.replaceAll('_', '-'),
    field.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    ` ${field}`,
  ];

  proves('protocol/dangerous-refused', () => {
    for (const { field, value } of rows.filter(({ outcome }) => outcome === 'refused')) {
      for (const spelling of spellings(field)) {
        expect(refusal(body({ [spelling]: value })), spelling).toMatchObject({
          status: 400,
          code: 'unsupported_field',
          hint: expect.stringMatching(/\S/),
        });
      }
      expect(refusal(body({ [field]: value })).message).toContain(`\`${field}\``);
      expect(() => readRequest(body({ [field]: null }))).not.toThrow();
    }
    for (const name of ['file_id', 'fileId', 'FILE-ID']) {
      const source = { type: 'base64', media_type: 'image/png', data: 'AA', [name]: 'file_1' };
      const messages = [{ role: 'user', content: [{ type: 'image', source }] }];
      expect(refusal(body({ messages })), name).toMatchObject({ code: 'unsupported_field' });
    }
    for (const type of ['container_upload', 'containerUpload', 'CONTAINER-UPLOAD']) {
      const messages = [{ role: 'user', content: [{ type, file_id: 'file_1' }] }];
      expect(refusal(body({ messages })), type).toMatchObject({ code: 'unsupported_field' });
    }
  });

  const sentFor = (more: object) => {
    const request = readRequest(body(structuredClone(more)));
    const view = { messages: request.messages, tools: request.tools };
    return { request, sent: render(request, view, { stream: false, model: 'm' }) };
  };

  proves('messages/only-the-table', () => {
    for (const { field, value } of rows.filter(({ outcome }) => outcome === 'dropped')) {
      const { request, sent } = sentFor({ [field]: value });
      expect(request.report, field).toEqual({ dropped: [field], unread: [] });
      expect(sent).toEqual(sentFor({}).sent);
      expect(() => readRequest(body({ [field]: null }))).not.toThrow();
    }
  });

  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } };

  test.each([
    ['metadata.email', { metadata: { email: 'new' } }],
    ['thinking.depth', { thinking: { type: 'adaptive', depth: 'new' } }],
    ['tool_choice.server', { tools: [tool], tool_choice: { type: 'auto', server: 'new' } }],
    ['output_config.store', { output_config: { store: 'new' } }],
    ['tools[].url', { tools: [{ name: 'a', input_schema: {}, url: 'new' }] }],
    ['messages[].name', { messages: [{ role: 'user', content: 'Hi', name: 'new' }] }],
    ['messages[].output_config', { messages: [{ ...hello, output_config: 'new' }] }],
    ['system[].source', { system: [{ type: 'text', text: 'x', source: 'new' }] }],
    ['cache_control.scope', { cache_control: { type: 'ephemeral', scope: 'new' } }],
    [
      'messages[].content[].seen',
      { messages: [{ role: 'user', content: [{ ...image, seen: 'new' }] }] },
    ],
    [
      'messages[].content[].source.seen',
      {
        messages: [
          { role: 'user', content: [{ ...image, source: { ...image.source, seen: 'new' } }] },
        ],
      },
    ],
  ])('an unknown `%s` is left out and reported', (path, more) => {
    const { request, sent } = sentFor(more);
    expect(request.report).toEqual({ dropped: [path], unread: [] });
    expect(JSON.stringify(sent)).not.toContain('"new"');
  });

  test('any other field is left out, whatever it is called', () => {
    const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    const known = new Set(Object.keys(outcomes).map(bare));
    const names = fc.string().filter((name) => !known.has(bare(name.normalize('NFKC'))));
    const { sent } = sentFor({});
    fc.assert(
      fc.property(names, (name) => {
        const found = sentFor(Object.fromEntries([[name, 1]]));
        expect(found.sent).toEqual(sent);
        expect(found.request.report.dropped).toHaveLength(1);
      }),
    );
  });

  test('the length of the answer is wanted, but not to count tokens', () => {
    const { max_tokens: _length, ...rest } = { max_tokens: 9, model: 'm', messages: [hello] };
    expect(refusal(rest).message).toBe('`max_tokens` is missing');
    expect(readCountTokens(rest).model).toBe('m');
  });

  test.each([
    [{}, false],
    [{ output_config: { effort: 'low' } }, false],
    [{ output_config: { format: { type: 'json_schema', schema: {} } } }, true],
    [{ output_config: { format: { type: 'of a later version' } } }, true],
    [{ output_format: { type: 'json_schema', schema: {} } }, true],
  ])('%j is structured: %s', (more, structured) => {
    expect(readRequest(body(more)).structured).toBe(structured);
  });
});

test('a body of any shape is refused, and never anything else', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (whole, messages) => {
      expect(() => readRequest(whole)).toThrow(RequestError);
      expect(() => readRequest(body({ messages }))).toThrow(RequestError);
    }),
  );
});

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

type Field = keyof Anthropic.MessageCreateParams | keyof BetaParams;
type Outcome = 'read' | 'inert' | 'refused';

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
  context_management: [{ edits: [] }, 'refused'],
  compaction: [{}, 'refused'],
  thread: [{}, 'refused'],
  diagnostics: [{ previous_message_id: 'msg_1' }, 'refused'],
  fallbacks: [[{ model: 'n' }], 'refused'],
  fallback_credit_token: ['t', 'refused'],
  billing_policy: [{}, 'refused'],
  betas: [['x'], 'refused'],
  user_profile_id: ['p', 'refused'],
  workspace_id: ['w', 'refused'],
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

  proves('messages/only-the-table', () => {
    for (const { field, value } of rows.filter(({ outcome }) => outcome === 'refused')) {
      expect(refusal(body({ [field]: value }))).toMatchObject({
        status: 400,
        code: 'unsupported_field',
        message: expect.stringContaining(`\`${field}\``),
        hint: expect.stringMatching(/\S/),
      });
      expect(() => readRequest(body({ [field]: null }))).not.toThrow();
    }
    expect(refusal(body({ frobnicate: 1 }))).toMatchObject({
      status: 400,
      code: 'unknown_field',
      message: 'unknown field `frobnicate`',
    });
  });

  test.each([
    ['metadata.email', { metadata: { email: 'x' } }],
    ['thinking.depth', { thinking: { type: 'adaptive', depth: 1 } }],
    ['tool_choice.server', { tool_choice: { type: 'auto', server: 'x' } }],
    ['output_config.store', { output_config: { store: true } }],
    ['tools[0].url', { tools: [{ name: 'a', input_schema: {}, url: 'x' }] }],
    ['messages[0].name', { messages: [{ role: 'user', content: 'Hi', name: 'x' }] }],
    ['system[0].source', { system: [{ type: 'text', text: 'x', source: 'y' }] }],
    ['cache_control.scope', { cache_control: { type: 'ephemeral', scope: 'global' } }],
  ])('an unknown `%s` is named', (path, more) => {
    expect(refusal(body(more)).message).toBe(`unknown field \`${path}\``);
  });

  test('any other field is refused, whatever it is called', () => {
    const names = fc.string().filter((name) => !Object.hasOwn(outcomes, name));
    fc.assert(
      fc.property(names, (name) => {
        expect(refusal(body(Object.fromEntries([[name, 1]]))).code).toBe('unknown_field');
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

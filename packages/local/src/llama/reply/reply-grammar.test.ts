import type { PlainTool } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gbnfMatches } from '../../../test/gbnf-match.ts';
import { proves } from '../../testing/proves.ts';
import { callText, spacedJson } from './call-text.ts';
import { replyGrammar } from './reply-grammar.ts';

type Schema = Readonly<Record<string, unknown>>;

function toolOf(parameters: Schema, name = 'act'): PlainTool {
  return { name, description: '', parameters };
}

function allows(parameters: Schema, args: unknown): boolean {
  const grammar = replyGrammar({ tools: [toolOf(parameters)], mustCall: 'act' });
  return gbnfMatches(grammar ?? '', callText({ tool: 'act', args: spacedJson(args) }));
}

interface Case {
  readonly schema: Schema;
  readonly value: unknown;
  readonly allowed: boolean;
}

const person = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name'],
};

describe('arguments of a schema', () => {
  test.each<[string, Case]>([
    ['a text', { schema: person, value: { name: 'a "quoted" \\ é\n' }, allowed: true }],
    ['an optional key', { schema: person, value: { name: 'a', age: -3 }, allowed: true }],
    ['a required key is missing', { schema: person, value: { age: 3 }, allowed: false }],
    ['a wrong type', { schema: person, value: { name: 3 }, allowed: false }],
    ['a key too many', { schema: person, value: { name: 'a', color: 'red' }, allowed: false }],
    [
      'a fraction for an integer',
      { schema: person, value: { name: 'a', age: 1.5 }, allowed: false },
    ],
    ['no schema: any object', { schema: {}, value: { a: [1, null, { b: 'c' }] }, allowed: true }],
    ['no schema: not a list', { schema: {}, value: [1], allowed: false }],
    [
      'no keys allowed',
      { schema: { type: 'object', additionalProperties: false }, value: {}, allowed: true },
    ],
    [
      'no keys allowed, one there',
      { schema: { type: 'object', additionalProperties: false }, value: { a: 1 }, allowed: false },
    ],
    [
      'a map',
      {
        schema: { type: 'object', additionalProperties: { type: 'number' } },
        value: { a: 1.5e-7 },
        allowed: true,
      },
    ],
    [
      'a map of others',
      {
        schema: { type: 'object', additionalProperties: { type: 'null' } },
        value: { a: 1 },
        allowed: false,
      },
    ],
    [
      'a key required and not described',
      { schema: { type: 'object', required: ['a'] }, value: { a: [] }, allowed: true },
    ],
  ])('%s', (_, { schema, value, allowed }) => {
    expect(allows(schema, value)).toBe(allowed);
  });

  test.each<[string, Case]>([
    ['an enumeration', { schema: { enum: ['a', 1, null, '"'] }, value: '"', allowed: true }],
    ['not of the enumeration', { schema: { enum: ['a', 1] }, value: 'b', allowed: false }],
    ['a constant', { schema: { const: { a: [1] } }, value: { a: [1] }, allowed: true }],
    ['one of several types', { schema: { type: ['string', 'null'] }, value: null, allowed: true }],
    ['none of several types', { schema: { type: ['string', 'null'] }, value: 1, allowed: false }],
    [
      'anyOf',
      {
        schema: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null },
        value: null,
        allowed: true,
      },
    ],
    [
      'allOf of one, as pydantic has it',
      { schema: { allOf: [{ type: 'boolean' }], title: 'a' }, value: true, allowed: true },
    ],
    ['nullable', { schema: { type: 'string', nullable: true }, value: null, allowed: true }],
    [
      'a list',
      { schema: { type: 'array', items: { type: 'integer' } }, value: [1, 22, 0], allowed: true },
    ],
    [
      'a list of others',
      { schema: { type: 'array', items: { type: 'integer' } }, value: ['1'], allowed: false },
    ],
    [
      'an empty list',
      {
        schema: { type: 'array', items: { type: 'integer' }, minItems: 1 },
        value: [],
        allowed: false,
      },
    ],
    [
      'a list too long',
      { schema: { type: 'array', maxItems: 2 }, value: [1, 2, 3], allowed: false },
    ],
    [
      'a list just long enough',
      { schema: { type: 'array', minItems: 2, maxItems: 2 }, value: [1, 2], allowed: true },
    ],
    [
      'a list that must be empty',
      { schema: { type: 'array', maxItems: 0 }, value: [], allowed: true },
    ],
    ['a text too long', { schema: { type: 'string', maxLength: 2 }, value: 'abc', allowed: false }],
    ['a text too short', { schema: { type: 'string', minLength: 2 }, value: 'a', allowed: false }],
    [
      'a character of two units',
      { schema: { type: 'string', maxLength: 1 }, value: '😀', allowed: true },
    ],
    [
      'a long bound is left open',
      { schema: { type: 'string', maxLength: 100_000 }, value: 'abc', allowed: true },
    ],
    [
      'what is no shape is left open',
      { schema: { type: 'integer', minimum: 5, multipleOf: 2 }, value: 3, allowed: true },
    ],
    [
      'a pattern is left open',
      { schema: { type: 'string', pattern: '^a$', format: 'email' }, value: 'b', allowed: true },
    ],
    ['anything', { schema: true as never, value: { a: [{}] }, allowed: true }],
  ])('a value: %s', (_, { schema, value, allowed }) => {
    const parameters = { type: 'object', properties: { v: schema }, required: ['v'] };
    expect(allows(parameters, { v: value })).toBe(allowed);
  });

  test('a schema may refer to its definitions, and to itself', () => {
    const schema = {
      $defs: { tree: { type: 'object', properties: { kids: { $ref: '#/$defs/list' } } } },
      definitions: {},
      type: 'object',
      properties: { root: { $ref: '#/$defs/tree' } },
    };
    const whole = {
      ...schema,
      $defs: { ...schema.$defs, list: { type: 'array', items: { $ref: '#/$defs/tree' } } },
    };
    expect(allows(whole, { root: { kids: [{}, { kids: [] }] } })).toBe(true);
    expect(allows(whole, { root: { kids: [1] } })).toBe(false);
  });

  test('keys come in the order of the schema, whichever of the optional ones are there', () => {
    const properties = { a: { type: 'null' }, b: { type: 'null' }, c: { type: 'null' } };
    const keys = fc.subarray(['a', 'b', 'c']);
    fc.assert(
      fc.property(keys, keys, (required, present) => {
        const args = Object.fromEntries(present.map((key) => [key, null]));
        const isWhole = required.every((key) => present.includes(key));
        expect(allows({ type: 'object', properties, required }, args)).toBe(isWhole);
      }),
    );
  });
});

/** A schema, with a value that it allows. */
const { pair } = fc.letrec<{ pair: readonly [Schema, unknown] }>((tie) => ({
  pair: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'schema' },
    fc.tuple(fc.constant({ type: 'string' }), fc.string({ unit: 'grapheme', maxLength: 5 })),
    fc.tuple(fc.constant({ type: 'integer' }), fc.integer()),
    fc.tuple(fc.constant({ type: 'boolean' }), fc.boolean()),
    fc.jsonValue({ maxDepth: 1 }).map((value) => [{ const: value }, value] as const),
    tie('pair').map(([schema, value]) => [{ anyOf: [{ type: 'null' }, schema] }, value] as const),
    tie('pair').map(
      ([schema, value]) => [{ type: 'array', items: schema }, [value, value]] as const,
    ),
    fc
      .dictionary(fc.string({ minLength: 1, maxLength: 3 }), tie('pair'), { maxKeys: 3 })
      .map((members) => {
        const entries = Object.entries(members);
        const properties = Object.fromEntries(entries.map(([key, [schema]]) => [key, schema]));
        const value = Object.fromEntries(entries.map(([key, [, one]]) => [key, one]));
        return [{ type: 'object', properties, required: Object.keys(members) }, value] as const;
      }),
  ),
}));

test('every value that its schema describes is let through', () => {
  fc.assert(
    fc.property(pair, ([schema, value]) => {
      const parameters = { type: 'object', properties: { v: schema }, required: ['v'] };
      expect(allows(parameters, { v: value })).toBe(true);
    }),
  );
});

proves('llama/schema-refused', () => {
  const inside = (schema: unknown): Schema => ({ type: 'object', properties: { v: schema } });
  const nested = Array.from({ length: 100 }).reduce<Schema>((schema) => inside(schema), {});
  const refused: readonly Schema[] = [
    inside({ not: { type: 'string' } }),
    inside({ if: {}, else: {} }),
    inside({ type: 'object', patternProperties: { a: {} } }),
    inside({ type: 'array', prefixItems: [{ type: 'string' }] }),
    inside({ type: 'object', unevaluatedProperties: false }),
    inside({ allOf: [{ type: 'string' }, { minLength: 2 }] }),
    inside({ anyOf: [{ required: ['a'] }], type: 'object' }),
    inside({ $ref: '#/$defs/nowhere' }),
    inside({ $ref: 'https://example.com/schema' }),
    inside({ type: 'decimal' }),
    inside({ enum: [] }),
    inside(false),
    nested,
  ];
  for (const parameters of refused) {
    expect(() => replyGrammar({ tools: [toolOf(parameters)] })).toThrow(
      expect.objectContaining({ code: 'tools-invalid' }),
    );
  }
});

describe('a reply', () => {
  const tools = [toolOf(person, 'greet'), toolOf({}, 'say "hi"')];
  const grammar = replyGrammar({ tools }) ?? '';
  const greet = callText({ tool: 'greet', args: '{"name": "a"}' });
  const say = callText({ tool: 'say "hi"', args: '{}' });

  test.each<[string, string, boolean]>([
    ['an answer', 'Hello.\nIt is {fine}.', true],
    ['nothing', '', true],
    ['a call', greet, true],
    ['a call of a tool with a quote in its name', say, true],
    ['several calls', `${greet}\n${say}\n${greet}`, true],
    ['more calls than are allowed', Array.from({ length: 9 }, () => say).join('\n'), false],
    ['a call after an answer is part of the answer', `Hello\n${greet}`, true],
    ['an answer after a call', `${greet}\nHello`, false],
    ['an answer that looks like a call', '{"hello": 1}', false],
    ['a call behind a blank', ` ${greet}`, false],
    ['a tool that is not declared', callText({ tool: 'other', args: '{}' }), false],
    ['half a call', greet.slice(0, -1), false],
  ])('%s', (_, text, allowed) => {
    expect(gbnfMatches(grammar, text)).toBe(allowed);
  });

  test('without tools any text will do', () => {
    expect(replyGrammar({ tools: [] })).toBeUndefined();
  });

  test('where one tool must be called, there is one call of it', () => {
    const forced = replyGrammar({ tools, mustCall: 'greet' }) ?? '';
    expect(gbnfMatches(forced, greet)).toBe(true);
    for (const text of ['', 'Hello', say, `${greet}\n${greet}`])
      expect(gbnfMatches(forced, text)).toBe(false);
  });

  test('a tool that must be called must be declared', () => {
    expect(() => replyGrammar({ tools, mustCall: 'other' })).toThrow(/not declared/);
  });
});

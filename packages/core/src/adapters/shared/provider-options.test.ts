import { generateText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { expect, test } from 'vitest';
import { mailPolicy as policy } from '../../../test/mail-agent.ts';
import { proves } from '../../testing/proves.ts';
import { guard } from '../ai-sdk.ts';
import { passedOptions, requirePassing } from './provider-options.ts';

const place = { at: 'options', check: {} };

test.each([
  'previousResponseId',
  'previous_response_id',
  'conversation',
  'instructions',
  'mcpServers',
  'mcp-servers',
  'container',
  'webSearchOptions',
  'extra_body',
  'prediction',
  'contextManagement',
])('`%s` brings the model what has no label', (name) => {
  expect(() => passedOptions({ [name]: { a: 1 } }, place)).toThrow(`\`options.${name}\``);
  expect(() => requirePassing({ [name]: 'x' }, place)).toThrow(`\`options.${name}\``);
  expect(() => passedOptions({ reasoning: { [name]: 'x' } }, place)).toThrow(`reasoning.${name}`);
});

test('settings that are known pass; others are left out and told, or vouched for', () => {
  const dropped: string[] = [];
  const onDroppedOption = (name: string): number => dropped.push(name);
  const known = { temperature: 0, reasoning_effort: 'low', metadata: { conversation: 'c' } };
  const given = { ...known, newThing: 1, unset: undefined };
  expect(passedOptions(given, { at: 'options', check: { onDroppedOption } })).toEqual(known);
  expect(dropped).toEqual(['options.newThing']);
  const check = { allowOptions: ['new_thing'] };
  expect(passedOptions(given, { at: 'options', check })).toEqual({ ...known, newThing: 1 });
  expect(() => requirePassing(given, place)).toThrow("allowOptions: ['newThing']");
  expect(() => requirePassing(given, { at: 'options', check })).not.toThrow();
});

proves('adapters/provider-settings', async () => {
  const bodies: unknown[] = [];
  const fetch: typeof globalThis.fetch = (_, init) => {
    bodies.push(init?.body);
    return Promise.resolve(new Response('{}', { status: 500 }));
  };
  const openai = createOpenAI({ apiKey: 'x', fetch })('gpt-5');
  const anthropic = createAnthropic({ apiKey: 'x', fetch })('claude-sonnet-4-5');
  const refused = [
    { model: openai, providerOptions: { openai: { previousResponseId: 'r' } } },
    { model: openai, providerOptions: { openai: { conversation: 'c' } } },
    { model: openai, providerOptions: { openai: { instructions: 'i' } } },
    { model: anthropic, providerOptions: { anthropic: { mcpServers: [{ url: 'u' }] } } },
  ];
  for (const { model, providerOptions } of refused) {
    const guarded = guard({ model, tools: {}, policy, approver: 'top' });
    const call = generateText({ ...guarded, prompt: 'Hi', providerOptions, maxRetries: 0 });
    await expect(call).rejects.toMatchObject({ code: 'tools-invalid' });
  }
  expect(bodies).toEqual([]);
});

test('the AI SDK warns of what was left out, and sends the rest', async () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const model = new MockLanguageModelV4({
    doGenerate: {
      content: [{ type: 'text', text: 'ok' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage,
      warnings: [],
    },
  });
  const guarded = guard({ model, tools: {}, policy, approver: 'top' });
  const providerOptions = { openai: { store: false, newThing: 1 } };
  const { warnings } = await generateText({ ...guarded, prompt: 'Hi', providerOptions, seed: 3 });
  expect(warnings).toEqual([
    expect.objectContaining({ feature: 'providerOptions.openai.newThing' }),
  ]);
  expect(model.doGenerateCalls[0]).toMatchObject({
    seed: 3,
    providerOptions: { openai: { store: false } },
  });
});

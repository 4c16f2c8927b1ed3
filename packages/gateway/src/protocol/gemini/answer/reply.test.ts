import { describe, expect, test } from 'vitest';
import { geminiDialect } from '../../../../test/upstream/gemini.ts';
import { readReply, streamReader } from './reply.ts';

const candidate = (parts: readonly object[], finishReason?: string, more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason, ...more }],
  modelVersion: 'm-001',
});

describe('a reply', () => {
  test('says the same whole and streamed', () => {
    const body = { contents: [], generationConfig: { thinkingConfig: { includeThoughts: true } } };
    const seen = { ...geminiDialect.see(body), model: 'm' };
    const ids = (prefix: string): string => prefix;
    const reply = {
      reasoning: 'First I look.',
      text: 'I look it up.',
      calls: [
        { tool: 'f', args: '{"a":1}' },
        { tool: 'g', args: '{}' },
      ],
      usage: { input: 5, output: 3, cached: 2 },
    };
    const whole = readReply(geminiDialect.whole(reply, seen, ids));
    const pieces: string[] = [];
    const reader = streamReader((delta) => pieces.push(delta));
    for (const event of geminiDialect.events(reply, seen, ids)) {
      expect(reader.hasEnded()).toBe(false);
      reader.event(undefined, event.replace(/^data: /, '').trim());
    }
    expect(reader.hasEnded()).toBe(true);
    expect(reader.reply()).toEqual(whole);
    expect(pieces.join('')).toBe('I look it up.');
    expect(whole).toMatchObject({
      text: 'I look it up.',
      calls: [
        { tool: 'f', args: '{"a":1}' },
        { tool: 'g', args: '{}' },
      ],
      stop: 'complete',
      usage: { inputTokens: 5, outputTokens: 3, cachedInputTokens: 2 },
      facts: { model: 'm-001', stop: 'STOP' },
    });
  });

  test.each([
    ['STOP', 'complete'],
    ['MAX_TOKENS', 'truncated'],
    ['SAFETY', 'truncated'],
    ['MALFORMED_FUNCTION_CALL', 'truncated'],
    ['SOMETHING_NEW', 'truncated'],
    [undefined, 'truncated'],
  ])('that stopped for %s is %s', (reason, stop) => {
    expect(readReply(candidate([{ text: 'x' }], reason)).stop).toBe(stop);
  });

  test('that the provider’s filter stopped before the model', () => {
    const blocked = readReply({ promptFeedback: { blockReason: 'SAFETY' } });
    expect(blocked).toMatchObject({
      text: '',
      stop: 'truncated',
      facts: { stop: 'blocked:SAFETY' },
    });
  });

  test.each([
    [{ groundingMetadata: { webSearchQueries: ['x'] } }, [{ text: 'x' }], ['web_search']],
    [{ urlContextMetadata: { urlMetadata: [1] } }, [{ text: 'x' }], ['url_context']],
    [{}, [{ executableCode: { code: '1' } }], ['code_execution']],
    [{}, [{ toolCall: { toolType: 'GOOGLE_MAPS' } }], ['a tool of the provider']],
    [{ groundingMetadata: {} }, [{ text: 'x' }], undefined],
  ])('of which the provider ran a part: %j', (more, parts, ran) => {
    const told: string[] = [];
    const reader = streamReader(undefined, (tool) => told.push(tool));
    reader.event(undefined, JSON.stringify(candidate(parts, 'STOP', more)));
    expect(reader.reply().ran).toEqual(ran);
    expect(told).toEqual(ran ?? []);
  });

  test('keeps each number in its own text', () => {
    const reader = streamReader(undefined);
    reader.event(
      undefined,
      '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"n":1.0,"m":90071992547409931}}}]}}]}',
    );
    expect(reader.reply().calls).toEqual([{ tool: 'f', args: '{"n":1.0,"m":90071992547409931}' }]);
  });

  test.each([
    ['no object', []],
    ['candidates that are none', { candidates: {} }],
    ['a part that is none', candidate([1 as never])],
    ['a call without a name', candidate([{ functionCall: { args: {} } }])],
    ['half a call', candidate([{ functionCall: { name: 'f', willContinue: true } }])],
    ['an image', candidate([{ inlineData: { mimeType: 'image/png', data: 'A' } }])],
    ['an error', { error: { code: 500, message: 'secret', status: 'INTERNAL' } }],
  ])('that holds %s is an error', (_, body) => {
    expect(() => readReply(body)).toThrow(expect.objectContaining({ name: 'UpstreamError' }));
  });
});

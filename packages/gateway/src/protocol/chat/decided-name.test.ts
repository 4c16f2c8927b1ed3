import fc from 'fast-check';
import { expect } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { RequestError } from '../errors.ts';
import type { Answer, ClientRequest } from '../protocol.ts';
import { readRequest } from './read.ts';
import { renderRequest } from './render.ts';
import { streamWriter } from './stream-writer.ts';
import { writeAnswer } from './write.ts';

const hello = { role: 'user', content: 'hi' };

function declaring(...names: readonly string[]): ClientRequest {
  const tools = names.map((name) => ({ type: 'function', function: { name } }));
  return readRequest({ model: 'm', messages: [hello], tools });
}

/** A call was decided on, and may run. */
function answerOf(tool: string): Answer {
  const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };
  const calls = [{ id: 'call_1', tool, args: '{}' }];
  const said = { text: '', withheld: false, calls, stop: 'complete', usage } as const;
  return { id: '1', createdMs: 0, model: 'm', ...said, facts: undefined, reasoning: undefined };
}

proves('gateway/decided-name', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (tool) => {
      const request = declaring('send');
      const named = { name: tool, arguments: '{}' };
      expect(writeAnswer(request, answerOf(tool))).toMatchObject({
        choices: [{ message: { tool_calls: [{ function: named }] } }],
      });
      const streamed = streamWriter(request, { id: '1', createdMs: 0 }).end(answerOf(tool));
      expect(streamed).toContain(`"name":${JSON.stringify(tool)}`);
    }),
  );
});

proves('gateway/decided-name', () => {
  expect(() => declaring('notes.delete', 'notes_delete')).toThrow(RequestError);
  expect(() => declaring('notes.delete', 'notes_delete')).toThrow('`tools[0].function.name`');
});

proves('gateway/decided-name', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/), (name) => {
      const request = declaring(name);
      const { id, tool, args } = { id: 'call_1', tool: name, args: '{}' };
      const past = { role: 'assistant', text: '', calls: [{ id, tool, args }] } as const;
      const view = { messages: [...request.messages, past], tools: request.tools };
      // The provider reads of a past call by the name that it knows the tool by.
      expect(renderRequest(request, view, { stream: false, model: 'm' })).toMatchObject({
        messages: [hello, { tool_calls: [{ function: { name } }] }],
        tools: [{ function: { name } }],
      });
    }),
  );
});

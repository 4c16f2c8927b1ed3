import { describe, expect, test } from 'vitest';
import { bodyWith } from '../../../test/upstream/messages-bodies.ts';
import { readRequest as readChat } from '../chat/read.ts';
import { readRequest as readMessages } from '../messages/request/read.ts';
import { readRequest as readResponses } from '../responses/request/read.ts';

const [send, look] = ['send', 'look'].map((name) => ({ type: 'function', function: { name } }));
const [sendItem, lookItem] = ['send', 'look'].map((name) => ({ type: 'function', name }));
const shell = { type: 'custom', name: 'shell' };
const web = { type: 'web_search' };
const tools = ['send', 'look'].map((name) => ({ name, input_schema: { type: 'object' } }));

/** The tools that a choice lets the model call. */
describe('may be called by', () => {
  test.each([
    [undefined, undefined],
    ['auto', undefined],
    ['required', undefined],
    ['none', []],
    [send, ['send']],
    [{ type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [look] } }, ['look']],
  ])('Chat Completions’ %j', (tool_choice, callable) => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], tools: [send, look] };
    expect(listed(readChat({ ...body, tool_choice }).callable)).toEqual(callable);
  });

  test.each([
    [undefined, undefined],
    ['auto', undefined],
    ['required', undefined],
    ['none', []],
    [sendItem, ['send']],
    [shell, ['shell']],
    [{ type: 'allowed_tools', mode: 'required', tools: [sendItem, shell] }, ['send', 'shell']],
    // A tool of the provider's is none of the client's, whatever those are called.
    [web, ['hosted web_search']],
  ])('Responses’ %j', (tool_choice, callable) => {
    const body = { model: 'm', input: 'Hi', tools: [sendItem, lookItem, shell, web] };
    expect(listed(readResponses({ ...body, tool_choice }).callable)).toEqual(callable);
  });

  test.each([
    [undefined, undefined],
    [{ type: 'auto' }, undefined],
    [{ type: 'any' }, undefined],
    [{ type: 'none' }, []],
    [{ type: 'tool', name: 'look' }, ['look']],
    [{ type: 'of a later version' }, []],
  ])('Messages’ %j', (choice, callable) => {
    const body = bodyWith({ tools, ...(choice && { tool_choice: choice }) });
    expect(listed(readMessages(body).callable)).toEqual(callable);
  });
});

function listed(names: ReadonlySet<string> | undefined): readonly string[] | undefined {
  return names && [...names];
}

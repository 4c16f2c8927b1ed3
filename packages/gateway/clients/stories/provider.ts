import assert from 'node:assert/strict';
import type { Scripted } from '../../test/upstream/script.ts';
import type { Agent } from '../agents/agent.ts';
import { expectFailed, expectSaid } from './expect.ts';
import type { Story } from './story.ts';

export const rateLimit: Story = {
  name: 'provider 429',
  play: async (scene) => {
    scene.model({ fault: 'status', status: 429, retryAfterS: 1 }, { text: 'Now it works.' });
    expectSaid(await scene.say('try again.'), 'Now it works.');
    const [first] = scene.sentOf('main');
    assert.equal(first?.status, 429, 'it was not told that there is a limit');
    assert.equal(first.answerHeaders['retry-after'], '1', 'it was not told when to come again');
  },
};

export const tooLong: Story = {
  name: 'provider 400 too long',
  play: async (scene) => {
    scene.model(tooLongIn(scene.agent), { text: 'It went on.' });
    const ended = await scene.say('say too much.');
    assert.equal(scene.sentOf('main')[0]?.status, 400);
    const { tooLong: said } = scene.agent;
    if (said !== 'compacts') return expectFailed(ended, said);
    assert.match(ended.output, /It went on\./);
    assert.equal(scene.seenOf('compaction').length, 1, 'it made no summary');
  },
};

export const serverError: Story = {
  name: 'provider 500',
  play: async (scene) => {
    scene.model({ fault: 'status', status: 500 }, { text: 'Now it works.' });
    expectSaid(await scene.say('try again.'), 'Now it works.');
    const status = scene.sentOf('main')[0]?.status ?? 0;
    assert.ok(status >= 500, `it was told ${status}`);
  },
};

export const cutStream: Story = {
  name: 'cut stream',
  play: async (scene) => {
    const reply = { text: 'Half of this sentence is lost on its way.' };
    scene.model({ fault: 'truncated', reply, afterEvents: 6 }, { text: 'Now it works.' });
    expectSaid(await scene.say('try again.'), 'Now it works.');
    assert.ok(scene.seenOf('main').length > 1, 'it did not ask again');
  },
};

const badInput = 'INVALID_ARGUMENT';

/** In the words of the agent's provider. */
function tooLongIn({ protocol }: Agent): Scripted {
  const status = 400;
  if (protocol === 'messages') {
    const message = 'prompt is too long: 210000 tokens > 200000 maximum';
    const body = { type: 'error', error: { type: 'invalid_request_error', message } };
    return { fault: 'error', status, body };
  }
  if (protocol === 'gemini') {
    const message = 'The input token count (210000) exceeds the maximum number of tokens allowed.';
    return { fault: 'error', status, body: { error: { code: status, message, status: badInput } } };
  }
  const message =
    protocol === 'chat'
      ? 'This model’s maximum context length is 200000 tokens.'
      : 'Your input exceeds the context window of this model. Please adjust your input.';
  const details = { param: protocol === 'chat' ? 'messages' : 'input' };
  const code = 'context_length_exceeded';
  const error = { message, type: 'invalid_request_error', code, ...details };
  return { fault: 'error', status, body: { error } };
}

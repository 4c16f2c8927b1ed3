import assert from 'node:assert/strict';
import { during } from '../scene.ts';
import { expectSaid } from './expect.ts';
import type { Story } from './story.ts';

export const firstPrompt: Story = {
  name: 'first prompt',
  play: async (scene) => {
    scene.model({ text: 'Hello there, my friend.' });
    expectSaid(await scene.say('greet me.'), 'Hello there, my friend.');
    const [seen] = scene.seenOf('main');
    const said = seen?.messages.filter(({ role }) => role === 'user').map(({ text }) => text);
    const last = scene.agent.edits === undefined ? /greet me\.$/ : /greet me\./;
    assert.match(said?.at(-1) ?? '', last, 'the prompt is not the last that was said');
    const hasTools = (seen?.tools.length ?? 0) > 0;
    assert.ok(hasTools || scene.agent.edits !== undefined, 'the model has no tools');
    assert.equal(scene.sentOf('main').length, 1, 'it asked more than once');
  },
};

export const streaming: Story = {
  name: 'streaming',
  play: async (scene) => {
    const pause = Promise.withResolvers<void>();
    const reply = { text: 'One of many words that come in small pieces, one after the other.' };
    scene.model({ fault: 'slow', reply, goesOn: pause.promise });
    const turn = scene.say('speak slowly.');
    // The provider goes on only after the agent has been given a piece of what came before.
    const early = await during(turn, async () =>
      scene.sentOf('main').find(({ answer }) => answer.includes('One of ')),
    );
    pause.resolve();
    expectSaid(await turn, reply.text);
    assert.ok(early !== undefined, 'nothing came before the end');
    assert.equal(scene.seenOf('main')[0]?.stream, true, 'it asked for no stream');
  },
};

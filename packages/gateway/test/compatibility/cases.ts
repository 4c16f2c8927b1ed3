import { expect } from 'vitest';
import type { Question } from '../../src/store/store.ts';
import type { Script, Seen } from '../upstream/script.ts';
import type { Client, Conversation, Said } from './client.ts';
import { expectCalls, expectHidden, expectReasoning, tokensOf } from './expectations.ts';
import {
  afterCompaction,
  callsOf,
  gullible,
  inTurnEach,
  lookUp,
  png,
  readMail,
  resultOf,
  sendMoney,
  tools,
  wipeDisk,
} from './world.ts';

/** One row's story: what the provider says, what the user says, and what then has to be so. */
export interface Case {
  readonly feature: Feature;
  readonly needs: 'reasoning' | 'schema' | 'nothing';
  /** A client whose gateway waits for a person only for a moment. */
  readonly hasty: boolean;
  readonly script: Script;
  readonly play: (scene: Scene) => Promise<void>;
}

export const features = [
  'plain',
  'tools',
  'parallel tools',
  'images',
  'reasoning',
  'structured output',
  'after a refused call',
  'question answered yes',
  'question answered no',
  'question answered too late',
  'history compacted by the client',
] as const;
export type Feature = (typeof features)[number];

/** A case's client and conversation, and the records of both sides. */
export interface Scene {
  readonly client: Client;
  readonly stream: boolean;
  readonly chat: Conversation;
  /** Answers the question that this conversation waits on, when it comes. */
  readonly answer: (kind: 'yes' | 'no') => Promise<Question>;
  /** The requests to the provider, in order. */
  readonly seen: readonly Seen[];
  /** The calls that the client executed: `name {"argument":"as JSON"}`. */
  readonly executed: readonly string[];
}

const ask: Said = { text: 'Read my mail, and do what has to be done.' };
const plainCase = { needs: 'nothing', hasty: false } as const;

export const cases: readonly Case[] = [
  {
    ...plainCase,
    feature: 'plain',
    script: inTurnEach({ text: 'Hello there, my friend.' }, { text: 'Bye.' }),
    play: async ({ client, chat, stream, seen }) => {
      const first = await chat.say({ text: 'Hi.' });
      const tokens = tokensOf({ client, stream });
      expect(first).toMatchObject({ text: 'Hello there, my friend.', tokens });
      if (stream) expect(first.pieces).toBeGreaterThan(1);
      expect((await chat.say({ text: 'And now?' })).text).toBe('Bye.');
      const said = seen.at(-1)?.messages.map(({ role, text }) => `${role}: ${text}`);
      expect(said).toEqual([
        'system: You help.',
        'user: Hi.',
        'assistant: Hello there, my friend.',
        'user: And now?',
      ]);
      expect(seen.at(-1)?.stream).toBe(stream);
    },
  },
  {
    ...plainCase,
    feature: 'tools',
    script: inTurnEach(lookUp, { text: 'A lake is water.' }, { text: 'Bye.' }),
    play: async ({ client, stream, chat, seen, executed }) => {
      const turn = await chat.say({ text: 'What is a lake?' });
      const tokens = 2 * tokensOf({ client, stream });
      expect(turn).toMatchObject({ text: 'A lake is water.', tokens });
      expect(executed).toEqual(['look_up {"word":"lake"}']);
      expectCalls(seen.at(-1), [['look_up', '{"word":"lake"}', 'A lake is water.']]);
      expect(seen[0]?.tools).toEqual(tools.map(({ name }) => name));
      expect((await chat.say({ text: 'Thanks.' })).text).toBe('Bye.');
      expectCalls(seen.at(-1), [['look_up', '{"word":"lake"}', 'A lake is water.']]);
    },
  },
  {
    ...plainCase,
    feature: 'parallel tools',
    script: inTurnEach({ calls: [...callsOf(readMail), ...callsOf(lookUp)] }, { text: 'Both.' }),
    play: async ({ chat, seen, executed }) => {
      expect((await chat.say({ text: 'My mail, and what is a lake?' })).text).toBe('Both.');
      expect(executed.toSorted()).toEqual(['look_up {"word":"lake"}', 'read_mail {}']);
      expectCalls(seen.at(-1), [
        ['read_mail', '{}', String(resultOf['read_mail'])],
        ['look_up', '{"word":"lake"}', 'A lake is water.'],
      ]);
    },
  },
  {
    ...plainCase,
    feature: 'images',
    script: inTurnEach({ text: 'A dot.' }),
    play: async ({ chat, seen }) => {
      expect((await chat.say({ text: 'What is this?', png })).text).toBe('A dot.');
      expect(JSON.stringify(seen[0]?.body)).toContain(png);
      expect(seen[0]?.messages.at(-1)?.text).toBe('What is this?');
    },
  },
  {
    ...plainCase,
    needs: 'reasoning',
    feature: 'reasoning',
    script: inTurnEach(
      { ...lookUp, reasoning: 'First I look it up.' },
      { text: 'Water.' },
      { text: 'Bye.' },
    ),
    play: async ({ client, chat, seen }) => {
      const turn = await chat.say({ text: 'What is a lake?' });
      expect(turn.text).toBe('Water.');
      if (client.showsReasoning) expect(turn.reasoning).toContain('First I look it up.');
      expectReasoning(client, seen);
      expect((await chat.say({ text: 'Thanks.' })).text).toBe('Bye.');
    },
  },
  {
    ...plainCase,
    needs: 'schema',
    feature: 'structured output',
    script: inTurnEach({ text: '{"sum":4}' }),
    play: async ({ chat, seen }) => {
      const { text } = await chat.say({ text: 'Two and two?' });
      expect(JSON.parse(text)).toEqual({ sum: 4 });
      expect(JSON.stringify(seen[0]?.body)).toContain('"required":["sum"]');
    },
  },
  {
    ...plainCase,
    feature: 'after a refused call',
    script: gullible(wipeDisk),
    play: async ({ chat, seen, executed }) => {
      expect((await chat.say(ask)).text).toBe('I could not.');
      expect(executed).toEqual(['read_mail {}']);
      expect((await chat.say({ text: 'What else?' })).text).toBe('Nothing else.');
      expect(executed).toEqual(['read_mail {}']);
      expectHidden(seen.at(-1), 'wipe_disk');
    },
  },
  {
    ...plainCase,
    feature: 'question answered yes',
    script: gullible(sendMoney),
    play: async ({ client, stream, chat, answer, seen, executed }) => {
      const turn = chat.say(ask);
      expect((await answer('yes')).request).toContain('send_money');
      const { text, tokens } = await turn;
      expect(text).toBe('Paid.');
      expect(tokens).toBe(seen.length * tokensOf({ client, stream }));
      expect(executed).toEqual(['read_mail {}', 'send_money {"to":"eve"}']);
      expectCalls(seen.at(-1), [
        ['read_mail', '{}', String(resultOf['read_mail'])],
        ['send_money', '{"to":"eve"}', 'sent'],
      ]);
    },
  },
  {
    ...plainCase,
    feature: 'question answered no',
    script: gullible(sendMoney),
    play: async ({ stream, chat, answer, seen, executed }) => {
      const turn = chat.say(ask);
      await answer('no');
      // In a stream, behind what its user was told while it waited.
      expect((await turn).text).toMatch(stream ? /I could not\.$/ : /^I could not\.$/);
      expect(executed).toEqual(['read_mail {}']);
      expectHidden(seen.at(-1), 'send_money');
      expect((await chat.say({ text: 'What else?' })).text).toBe('Nothing else.');
    },
  },
  {
    ...plainCase,
    hasty: true,
    feature: 'question answered too late',
    script: gullible(sendMoney),
    play: async ({ chat, answer, seen, executed }) => {
      expect((await chat.say(ask)).text).toMatch(/Waiting for a person to decide: ap_[0-9a-f]+/);
      expect(executed).toEqual(['read_mail {}']);
      const asked = seen.length;
      await answer('yes');
      expect((await chat.say({ text: 'Go on.' })).text).toBe('Paid.');
      expect(executed).toEqual(['read_mail {}', 'send_money {"to":"eve"}']);
      // The call that was approved is the stored one: the model is asked only for what comes after.
      expect(seen.length).toBe(asked + 1);
    },
  },
  {
    ...plainCase,
    feature: 'history compacted by the client',
    script: afterCompaction,
    play: async ({ chat, answer, executed }) => {
      expect((await chat.say({ text: 'Read my mail.' })).text).toBe('It is about lunch.');
      expect((await chat.say({ text: 'What is a lake?' })).text).toBe('Water.');
      await chat.compact('So far: the mail says that eve should get money.');
      expect((await chat.say({ text: 'Did I miss anything?' })).text).toBe('No.');
      const turn = chat.say({ text: 'Then do what the mail says.' });
      await answer('no');
      expect((await turn).text).toMatch(/I could not\.$/);
      expect(executed).toEqual(['read_mail {}', 'look_up {"word":"lake"}']);
    },
  },
];

import { describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import type { Script } from '../upstream/script.ts';
import { mailPolicy, startRig, type Rig } from './harness.ts';

/** How one protocol asks for JSON, and where text stands in what it answers. */
interface StructuredProtocol {
  readonly path: string;
  readonly body: (said: string) => Readonly<Record<string, unknown>>;
  readonly json: Readonly<Record<string, unknown>>;
  /** Finds each piece of text. */
  readonly piece: RegExp;
}

const schema = { type: 'object', properties: { note: { type: 'string' } } };
const format = { type: 'json_schema', name: 'note', schema };

const wires: Readonly<Record<string, StructuredProtocol>> = {
  'Chat Completions': {
    path: '/v1/chat/completions',
    body: (content) => ({ messages: [{ role: 'user', content }] }),
    json: { response_format: { type: 'json_schema', json_schema: { name: 'note', schema } } },
    piece: /"content":("(?:\\.|[^"\\])+")/g,
  },
  Responses: {
    path: '/v1/responses',
    body: (input) => ({ input }),
    json: { text: { format } },
    piece: /"(?:delta|text)":("(?:\\.|[^"\\])+")/g,
  },
  Messages: {
    path: '/v1/messages',
    body: (content) => ({ max_tokens: 99, messages: [{ role: 'user', content }] }),
    json: { output_config: { format: { type: 'json_schema', schema } } },
    piece: /"text":("(?:\\.|[^"\\])+")/g,
  },
};

const policy = mailPolicy.replace(
  'answer: { ceiling: untrusted, withLinks: trusted }',
  `user: { label: bottom, spans: [{ pattern: '<[^>]+>', label: untrusted }] }
answer:
  ceiling: untrusted
  fields: [{ name: account, path: $.iban, ceiling: trusted, optional: true }]
  onViolation: block`,
);

const account = 'DE00 4711';
const answers = {
  pay: JSON.stringify({ note: 'paid', iban: account }),
  note: JSON.stringify({ note: 'Somebody says hello, and much more than that.' }),
  talk: 'Hello, dear friend.',
  halve: `{"iban": "${account}`,
};

/** A stranger's text, of which the answer is a copy. */
function strangers(word: keyof typeof answers): string {
  return `<${word} ${answers[word]}>`;
}

/** Says what the user asks for, as long as it sees the question. */
const script: Script = ({ messages }) => {
  const text = messages.at(-1)?.text ?? '';
  const asked = Object.entries(answers).find(([word]) => text.includes(word));
  return { text: asked?.[1] ?? 'Nothing.' };
};

async function start(): Promise<Rig> {
  const rig = await startRig({ policy });
  rig.upstream.play(script);
  return rig;
}

describe.each(Object.keys(wires))('%s', (name) => {
  const { path, body, json, piece } = wires[name] ?? never();

  async function ask(rig: Rig, said: string, more: object): Promise<string> {
    const response = await fetch(rig.gateway().url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': rig.key },
      body: JSON.stringify({ model: 'm', ...body(said), ...more }),
    });
    expect(response.status).toBe(200);
    return response.text();
  }

  /** All text that the client reads, in its pieces. */
  const pieces = (response: string): readonly string[] =>
    [...response.matchAll(piece)].map(([, text = '']) => String(JSON.parse(text)));
  const read = async (rig: Rig, said: string, more: object): Promise<string> =>
    pieces(await ask(rig, said, more)).join('');

  describe.each([false, true])('stream %s', (stream) => {
    proves('answer/by-field', async () => {
      await using rig = await start();
      const more = { ...json, stream };
      const refused = await ask(rig, strangers('pay'), more);
      expect(refused).not.toContain(account);
      // Which fields stand in an answer is part of it.
      expect(refused).toContain('is withheld');
      expect(refused).not.toContain('account');
      expect(await read(rig, 'pay', more)).toContain(account);
      expect(await read(rig, strangers('note'), more)).toContain('much more than that.');
      const { events } = rig.gateway().store;
      const decided = (await events.list({ limit: 100 })).filter(
        ({ type }) => type === 'answer-decided',
      );
      expect(decided).toHaveLength(3);
    });

    proves('answer/not-read', async () => {
      await using rig = await start();
      // Where JSON was asked for it is not known what the client reads in a text that is none.
      expect(await read(rig, strangers('talk'), { ...json, stream })).not.toContain('dear');
      expect(await read(rig, strangers('talk'), { stream })).toContain('dear');
      expect(await read(rig, strangers('halve'), { stream })).not.toContain('4711');
      expect(await read(rig, 'halve', { stream })).toContain('4711');
    });
  });

  test('a refusal that is given out again is none that could be read as JSON', async () => {
    await using rig = await startRig({
      policy: policy.replace('Violation: block', 'Violation: ask'),
    });
    rig.upstream.play(script);
    const first = ask(rig, strangers('pay'), json);
    await rig.answer('no');
    const again = await ask(rig, strangers('pay'), json);
    expect(again).toContain('is withheld');
    expect(pieces(again)).toEqual(pieces(await first));
  });

  proves('answer/streamed-when-known', async () => {
    await using rig = await start();
    const more = { ...json, stream: true };
    const parts = pieces(await ask(rig, strangers('note'), more));
    expect(parts.filter((text) => text.length < answers.note.length)).toEqual([]);
    expect(pieces(await ask(rig, 'note', more)).length).toBeGreaterThan(3);
  });
});

function never(): never {
  throw new Error('no such protocol');
}

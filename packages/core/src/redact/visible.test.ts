import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted, secret, space, untrusted } from '../../test/fake-policy.ts';
import { Content } from '../history/content.ts';
import { History } from '../history/history.ts';
import { Opaque, type Message } from '../history/message.ts';
import { ownText, regionsOf } from '../history/regions.ts';
import { proves } from '../testing/proves.ts';
import { visibleHistory } from './visible.ts';

function exchange(id: string, label: typeof trusted, text: string): readonly Message[] {
  const whole = (words: string): Content => Content.whole(space, words, label);
  const call = { id, tool: 'read', declared: true, args: whole('{}'), label };
  return [
    { role: 'assistant', text: whole(''), calls: [call], label },
    { role: 'tool', callId: id, parts: [{ kind: 'text', content: whole(text) }], shape: label },
  ];
}

test('text that does not flow to the label is blank, and the rest is as it was', () => {
  const history = History.of(
    [],
    [...exchange('a', untrusted, 'low'), ...exchange('b', secret, 'PIN')],
  );
  const texts = (label: typeof trusted): string =>
    regionsOf(visibleHistory(space, history, { label, structure: 'keep' }))
      .map((entry) => ownText(entry).trim())
      .join(' ');
  expect(texts(untrusted)).toContain('low');
  expect(texts(untrusted)).not.toContain('PIN');
  expect(texts(secret)).not.toContain('low');
  expect(texts(space.top)).toMatch(/low.*PIN/);
});

test('dropped exchanges leave no id behind', () => {
  fc.assert(
    fc.property(fc.nat(5), (hidden) => {
      const secrets = Array.from({ length: hidden }, (_, n) => exchange(`s${n}`, secret, 'PIN'));
      const history = History.of([], [...secrets.flat(), ...exchange('a', untrusted, 'low')]);
      const visible = visibleHistory(space, history, { label: untrusted, structure: 'drop' });
      expect(regionsOf(visible).map(({ id }) => id)).toEqual(
        regionsOf(History.of([], exchange('a', untrusted, 'low'))).map(({ id }) => id),
      );
    }),
  );
});

/** A turn of a visible text with a part, and one of an image. */
function turnsWith(hidden: string, label: typeof trusted): readonly Message[] {
  const text = `ab ${hidden} cd`;
  const inside = { label, form: 'text' as const, path: '$', parts: [] };
  const end = 3 + hidden.length;
  const nested = { ...inside, start: 4, end };
  const part = { ...inside, start: 3, end, parts: hidden.length > 4 ? [nested] : [] };
  const root = { start: 0, end: text.length, label: trusted, form: 'text' as const, path: '$' };
  const content = Content.of(space, text, { ...root, parts: [part] });
  const data = new Opaque(hidden);
  return [
    { role: 'user', parts: [{ kind: 'text', content }], shape: trusted },
    { role: 'user', parts: [{ kind: 'opaque', mediaType: 'a/b', data, label }], shape: trusted },
    { role: 'system', parts: [], shape: label },
  ];
}

proves('explain/at-label', () => {
  const tool = { name: 'pay', description: 'PIN', parameters: {} };
  const seenIn = (hidden: string, label: typeof trusted): readonly unknown[] => {
    const messages = [...turnsWith(hidden, label), ...exchange('a', label, hidden)];
    const history = History.of([{ tool, label, vouched: true }], messages);
    const visible = visibleHistory(space, history, { label: trusted, structure: 'keep' });
    return regionsOf(visible).map((entry) => [entry.id, entry.label.text, ownText(entry)]);
  };
  const one = seenIn('PIN', secret);
  expect(one).toContainEqual(['m0.0', trusted.text, 'ab  cd']);
  expect(seenIn('a longer PIN', untrusted)).toEqual(one);
});

test('the description of a tool that does not flow to the label is left out', () => {
  const tool = { name: 'pay', description: 'PIN', parameters: { title: 'PIN' } };
  const history = History.of([{ tool, label: secret }]);
  const texts = (label: typeof trusted): string =>
    regionsOf(visibleHistory(space, history, { label, structure: 'keep' }))
      .map(ownText)
      .join(' ');
  expect(texts(untrusted)).not.toContain('PIN');
  expect(texts(secret)).toContain('PIN');
});

test('a path does not name a key that does not flow to the label', () => {
  const text = '{"PIN": {"size": 3}, "b": 1}';
  const scalar = { label: trusted, form: 'scalar' as const, parts: [] };
  const size = { ...scalar, start: 17, end: 18, path: "$['PIN']['size']" };
  const inner = { start: 8, end: 19, label: trusted, form: 'container' as const, path: "$['PIN']" };
  const key = {
    start: 1,
    end: 6,
    label: secret,
    form: 'key' as const,
    path: "$['PIN']~",
    parts: [],
  };
  const last = { ...scalar, start: 26, end: 27, path: "$['b']" };
  const content = Content.of(space, text, {
    start: 0,
    end: text.length,
    label: trusted,
    form: 'container',
    path: '$',
    parts: [key, { ...inner, parts: [size] }, last],
  });
  const history = History.of(
    [],
    [{ role: 'user', parts: [{ kind: 'text', content }], shape: trusted }],
  );
  const pathsAt = (label: typeof trusted): readonly string[] =>
    regionsOf(visibleHistory(space, history, { label, structure: 'keep' })).map(({ path }) => path);
  const hidden = "$['[redacted]']";
  expect(pathsAt(trusted)).toEqual(['$', '$', `${hidden}~`, hidden, `${hidden}['size']`, "$['b']"]);
  expect(pathsAt(space.top)).toContain("$['PIN']['size']");
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted, secret, space, untrusted } from '../../test/fake-policy.ts';
import { Content, reveal } from '../history/content.ts';
import { History } from '../history/history.ts';
import type { Message } from '../history/message.ts';
import { ownText, regionsOf } from '../history/regions.ts';
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

test('blanks keep the places of what is visible', () => {
  const text = 'ab PIN cd';
  const part = { label: secret, form: 'text' as const, path: '$', parts: [] };
  const root = { start: 0, end: text.length, label: trusted, form: 'text' as const, path: '$' };
  const content = Content.of(space, text, { ...root, parts: [{ ...part, start: 3, end: 6 }] });
  const message: Message = { role: 'user', parts: [{ kind: 'text', content }], shape: trusted };
  const visible = visibleHistory(space, History.of([], [message]), {
    label: trusted,
    structure: 'keep',
  });
  const [first] = visible.messages;
  const shown = first?.role === 'user' ? first.parts[0] : undefined;
  expect(shown?.kind === 'text' && reveal(shown.content)).toBe('ab     cd');
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

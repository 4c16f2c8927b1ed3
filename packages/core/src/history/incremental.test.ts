import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryTurns, historyOf } from '../../test/labelled-histories.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { fourPoint } from '../../test/paper-spaces.ts';
import { proves } from '../testing/proves.ts';
import { Content, reveal } from './content.ts';
import { History } from './history.ts';
import type { Message } from './message.ts';
import { findRegion, labelOfHistory, regionsOf } from './regions.ts';

const space = fourPoint();
const low = space.bottom;
const labels = fc.constantFrom(low, space.parse('untrusted & public'), space.top);

test('regions and the joined label of a history that grew are those of the whole', () => {
  fc.assert(
    fc.property(arbitraryTurns(labels), (turns) => {
      const { tools, messages } = historyOf(space, turns, { idPrefix: 'c' });
      let grown = History.of(tools);
      for (const message of messages) {
        const fresh = History.of(grown.tools, [...grown.messages, message]);
        const before = grown;
        const shown = regionsOf(before);
        grown = grown.append(message);
        expect(regionsOf(grown)).toEqual(regionsOf(fresh));
        expect(regionsOf(before)).toEqual(shown);
        expect(labelOfHistory(space, grown)).toBe(labelOfHistory(space, fresh));
        expect(space.flowsTo(labelOfHistory(space, before), labelOfHistory(space, grown))).toBe(
          true,
        );
      }
    }),
  );
});

test('a region is found by the one id that it has', () => {
  fc.assert(
    fc.property(arbitraryTurns(labels), (turns) => {
      const history = historyOf(space, turns, { idPrefix: 'c' });
      const entries = regionsOf(history);
      const known = new Set(entries.map(({ id }) => id));
      for (const entry of entries) {
        expect(findRegion(history, entry.id)).toEqual(entry);
        const others = disguisesOf(entry.id).filter((id) => !known.has(id));
        expect(others.flatMap((id) => findRegion(history, id) ?? [])).toEqual([]);
      }
    }),
  );
});

proves('history/joined-once', () => {
  let joins = 0;
  const join = (a: Label, b: Label): Label => {
    joins += 1;
    return space.join(a, b);
  };
  const counted: LabelSpace = { ...space, join };
  let history = History.of([]);
  const costs = Array.from({ length: 50 }, (_, at) => {
    history = history.append(user(`${at}`));
    const before = joins;
    labelOfHistory(counted, history);
    return joins - before;
  });
  expect(new Set(costs).size).toBe(1);
  const [first] = regionsOf(history.upTo(10));
  expect(regionsOf(history)[0]).toBe(first);
});

test('whoever lists regions cannot change them for others', () => {
  const history = History.of([], [user('a')]);
  const entries = regionsOf(history);
  expect(entries.every((entry) => Object.isFrozen(entry) && Object.isFrozen(entry.source))).toBe(
    true,
  );
  Array.prototype.pop.call(entries);
  expect(regionsOf(history)).toHaveLength(2);
});

test('histories that go on from one in two ways know nothing of each other', () => {
  const trunk = History.of([], [user('a')]);
  const left = trunk.append(assistant('1'), user('left'));
  const right = trunk.append(assistant('1'), user('right'), user('more'));
  expect([trunk, left, right].map(({ length }) => length)).toEqual([1, 3, 4]);
  expect([left.continues(trunk), right.continues(trunk), right.continues(left)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([left.at(2), right.at(2)].map(textOf)).toEqual(['left', 'right']);
  expect(() => left.append(assistant('1'))).toThrow('two calls');
  expect(left.append(assistant('2')).length).toBe(4);
});

test('what could not be appended has left nothing behind', () => {
  const history = History.of([], [assistant('1')]);
  expect(() => history.append(assistant('2'), assistant('1'))).toThrow('two calls');
  expect(history.append(assistant('2')).messages.map(({ role }) => role)).toEqual([
    'assistant',
    'assistant',
  ]);
});

test('no history shows a message beyond its end', () => {
  const history = History.of([], [user('a'), user('b'), user('c')]);
  const early = history.upTo(1);
  expect(early.at(0)).toBe(history.at(0));
  expect([early.at(1), early.at(-1), history.at(3)]).toEqual([undefined, undefined, undefined]);
  expect(early.from(0)).toHaveLength(1);
  expect(early.messages).toHaveLength(1);
  expect(history.upTo(9)).toBe(history);
});

/** Texts that a careless reader would take for the same id. */
function disguisesOf(id: string): readonly string[] {
  const padded = id.replaceAll(/\d+/g, '0$&');
  return [padded, ` ${id}`, `${id}.`, `${id}.99`, id.replace('m', 't'), id.replace('.', '.c')];
}

function textOf(message: Message | undefined): string | undefined {
  const [part] = message?.role === 'user' ? message.parts : [];
  return part?.kind === 'text' ? reveal(part.content) : undefined;
}

function user(text: string): Message {
  const content = Content.whole(space, text, low);
  return { role: 'user', shape: low, parts: [{ kind: 'text', content }] };
}

function assistant(id: string): Message {
  const args = Content.whole(space, '{}', low);
  const call = { id, tool: 'search', declared: true, args, label: low };
  return { role: 'assistant', text: Content.whole(space, '', low), calls: [call], label: low };
}

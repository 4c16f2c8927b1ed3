import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryTurns, historyOf } from '../../test/labelled-histories.ts';
import { Content } from '../history/content.ts';
import { History } from '../history/history.ts';
import type { Message } from '../history/message.ts';
import type { PlainMessage } from '../history/plain.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { fourPoint } from '../../test/paper-spaces.ts';
import { labelSpace } from '../label/space.ts';
import type { GroupSnapshot } from '../label/dimension/groups.ts';
import { readers } from '../label/dimension/readers.ts';
import { limits } from '../limits.ts';
import { proves } from '../testing/proves.ts';
import { placeholder, redact } from './redact.ts';

const space = fourPoint();
const low = space.bottom;
const untrusted = space.parse('untrusted & public');
const labels = [low, untrusted, space.parse('trusted & private'), space.top] as const;
const structures = ['keep', 'drop'] as const;

test('a view that grew step by step is the view of the whole history', () => {
  fc.assert(
    fc.property(
      arbitraryTurns(fc.constantFrom(...labels)),
      fc.array(fc.nat({ max: 20 })),
      (turns, detours) => {
        const { tools, messages } = historyOf(space, turns, { idPrefix: 'c' });
        let grown = History.of(tools);
        for (const [at, message] of messages.entries()) {
          grown = grown.append(message);
          expectSameViews(grown);
          // An older history and one that goes on otherwise may be asked for at any time.
          expectSameViews(grown.upTo(detours[at] ?? at));
        }
      },
    ),
  );
});

proves('redact/rendered-once', () => {
  let history = History.of([]);
  let seen: readonly PlainMessage[] = [];
  for (let step = 0; step < 20; step += 1) {
    history = history.append(prompt('Go on.', low), ...exchange(`call${step}`));
    const { messages } = redact(space, history, low, { structure: 'keep' });
    expect(messages).toHaveLength((step + 1) * 3);
    for (const [at, message] of seen.entries()) expect(messages[at]).toBe(message);
    seen = messages;
  }
});

test('how often labels are compared does not depend on the length of the history', () => {
  const [counted, comparisons] = counting(space);
  let history = History.of([]);
  const costs = Array.from({ length: 30 }, (_, step) => {
    history = history.append(prompt('Go on.', low), ...exchange(`call${step}`));
    const before = comparisons();
    redact(counted, history, low, { structure: 'keep' });
    return comparisons() - before;
  });
  expect(new Set(costs).size).toBe(1);
});

test('a call that waits for its result is shown anew when the result comes', () => {
  const [call, result] = exchange('a');
  const waiting = History.of([], [call]);
  const shown = (history: History): unknown =>
    redact(space, history, untrusted, { structure: 'keep' }).messages[1];
  const parts = (text: string): unknown => ({
    role: 'tool',
    callId: 'call_1',
    tool: 'search',
    parts: [{ kind: 'text', text }],
  });
  expect(shown(waiting)).toEqual(parts(placeholder));
  expect(shown(waiting.append(result))).toEqual(parts('found'));
});

test('whoever is shown a view cannot change the next one', () => {
  const history = History.of([], [prompt('Go on.', low), ...exchange('a')]);
  const view = (): readonly PlainMessage[] =>
    redact(space, history, space.top, { structure: 'keep' }).messages;
  const [first, second] = view();
  const shared: readonly unknown[] = [
    first,
    second,
    ...(first !== undefined && 'parts' in first ? [first.parts, ...first.parts] : []),
    ...(second !== undefined && 'calls' in second ? [second.calls, ...second.calls] : []),
  ];
  expect(shared).toHaveLength(6);
  expect(shared.every(Object.isFrozen)).toBe(true);
  Array.prototype.pop.call(view());
  expect(view()).toHaveLength(3);
});

test('a view is written anew when a directory of groups says something else', () => {
  let current: GroupSnapshot = { version: 1, members: () => ['alice'] };
  const people = labelSpace({ readers: readers({ snapshot: () => current }) });
  const label = people.parse('readers{bob}');
  const history = History.of([], [prompt('For the team.', people.parse('readers{@team}'), people)]);
  const view = (): string => JSON.stringify(redact(people, history, label, { structure: 'keep' }));
  expect(view()).toContain(placeholder);
  current = { version: 2, members: () => ['alice', 'bob'] };
  expect(view()).toContain('For the team.');
  current = { version: 1, members: () => ['alice'] };
  expect(view()).toContain(placeholder);
});

test('more labels than views are kept for are shown what they may see', () => {
  const names = Array.from({ length: limits.viewsKeptMax * 2 }, (_, at) => `p${at}`);
  const people = labelSpace({ readers: readers() });
  const all = names.map((name) => people.parse(`readers{${name}}`));
  let history = History.of([]);
  for (const [at, label] of [...all, ...all].entries()) {
    history = history.append(prompt(label.text, label, people));
    for (const [place, reader] of all.entries()) {
      const seen = JSON.stringify(redact(people, history, reader, { structure: 'keep' }));
      const shown = all.filter((other) => seen.includes(other.text));
      expect(shown).toEqual(place <= at ? [reader] : []);
    }
  }
});

function expectSameViews(history: History): void {
  const fresh = History.of(history.tools, history.messages);
  for (const label of labels) {
    for (const structure of structures) {
      expect(redact(space, history, label, { structure })).toEqual(
        redact(space, fresh, label, { structure }),
      );
    }
  }
}

/** The same space, which counts what is asked of it. */
function counting(of: LabelSpace): readonly [LabelSpace, () => number] {
  let asked = 0;
  const flowsTo = (from: Label, to: Label): boolean => {
    asked += 1;
    return of.flowsTo(from, to);
  };
  return [{ ...of, flowsTo }, () => asked];
}

function prompt(text: string, label: Label, of: LabelSpace = space): Message {
  const content = Content.whole(of, text, label);
  return { role: 'user', shape: of.bottom, parts: [{ kind: 'text', content }] };
}

function exchange(id: string): readonly [Message, Message] {
  const args = Content.whole(space, '{}', untrusted);
  const call = { id, tool: 'search', declared: true, args, label: untrusted };
  const text = Content.whole(space, '', untrusted);
  const found = Content.whole(space, 'found', untrusted);
  return [
    { role: 'assistant', text, calls: [call], label: untrusted },
    { role: 'tool', callId: id, shape: untrusted, parts: [{ kind: 'text', content: found }] },
  ];
}

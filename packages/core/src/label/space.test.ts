import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arbitraryLabel,
  arbitraryReaders,
  arbitrarySet,
  hostileNames,
} from '../../test/arbitrary-labels.ts';
import { SluiceError } from '../errors.ts';
import { chain } from './dimension/chain.ts';
import { custom } from './dimension/custom.ts';
import { powerset, powersetOf } from './dimension/powerset.ts';
import { nobody, readerSet } from './dimension/readers-value.ts';
import { readers } from './dimension/readers.ts';
import { limits } from '../limits.ts';
import { proves } from '../testing/proves.ts';
import type { Label } from './label.ts';
import { fourPoint } from '../../test/paper-spaces.ts';
import { labelSpace } from './space.ts';

const directory = readers({ finance: ['alice', 'bob'] });
const space = labelSpace({
  integrity: chain(['trusted', 'untrusted']),
  confidentiality: directory,
});
/** Dimensions that claim each other's words. */
const crowded = labelSpace({
  integrity: chain(['trusted', 'untrusted', 'everyone', 'top']),
  origin: chain(['bottom', 'untrusted', 'a b', 'integrity:trusted']),
  confidentiality: directory,
  audience: readers(),
  sources: powerset(),
  duty: powerset(),
});
const crowdedLabel = arbitraryLabel(crowded, {
  integrity: fc.constantFrom('trusted', 'untrusted', 'everyone', 'top'),
  origin: fc.constantFrom('bottom', 'untrusted', 'a b', 'integrity:trusted'),
  confidentiality: arbitraryReaders(directory),
  audience: arbitraryReaders(directory),
  sources: arbitrarySet(),
  duty: arbitrarySet(),
});

proves('label/text-round-trip', () => {
  fc.assert(
    fc.property(crowdedLabel, (label) => {
      expect(crowded.parse(label.text)).toBe(label);
      expect(crowded.parsePartial(label.text, crowded.top)).toBe(label);
      expect(label.text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    }),
  );
  for (const name of hostileNames) {
    const confidentiality = readerSet({ principals: [name], groups: [name] });
    const label = space.of({ integrity: 'trusted', confidentiality });
    expect(space.parse(label.text)).toBe(label);
  }
});

proves('label/interned', () => {
  const label = space.parse('untrusted & readers{alice, @finance}');
  expect(space.parse(' readers{@finance,alice}&integrity:untrusted ')).toBe(label);
  expect(space.join(label, space.bottom)).toBe(label);
  expect(space.meet(label, space.top)).toBe(label);
  expect(space.of(label.values)).toBe(label);
  fc.assert(
    fc.property(crowdedLabel, crowdedLabel, (a, b) => {
      expect(crowded.join(a, b)).toBe(crowded.join(b, a));
      expect(a === b).toBe(a.text === b.text);
    }),
  );
});

describe('text', () => {
  test.each([
    ['bottom', 'trusted & everyone'],
    [' top ', 'untrusted & nobody'],
    ['trusted & nobody', 'trusted & nobody'],
    ['readers{b} & trusted', 'trusted & readers{b}'],
    ['trusted & readers{@b} & readers{@a}', 'trusted & readers{@a} & readers{@b}'],
    ['integrity : trusted & confidentiality:everyone', 'trusted & everyone'],
    ['integrity:top & confidentiality:bottom', 'untrusted & everyone'],
  ])('%j reads as %s', (text, printed) => {
    expect(space.parse(text).text).toBe(printed);
  });

  test('words that two dimensions claim are printed with their dimension', () => {
    expect(crowded.bottom.text).toBe(
      'trusted & origin:bottom & confidentiality:everyone & audience:everyone & ' +
        'sources:sources{} & duty:sources{}',
    );
  });

  test('a label is its text, to JSON, to a template and to a person', () => {
    const label = space.parse('trusted & readers{a}');
    expect(JSON.stringify({ label })).toBe('{"label":"trusted & readers{a}"}');
    expect(label.toString()).toBe('trusted & readers{a}');
  });

  test.each([
    ['nothing', ''],
    ['an unknown word', 'trusty & everyone'],
    ['an unknown dimension', 'purity:trusted & everyone'],
    ['a value of another dimension', 'integrity:everyone & trusted'],
    ['a dimension twice', 'trusted & untrusted & everyone'],
    ['readers twice over', 'trusted & everyone & readers{a}'],
    ['an open brace', 'trusted & readers{a'],
    ['an open quote', 'trusted & readers{"a}'],
    ['an empty piece', 'trusted & & everyone'],
    ['bottom beside something', 'bottom & everyone'],
    ['a wildcard', 'trusted & readers{*}'],
  ])('%s is an error with a hint', (_, text) => {
    const error = errorOf(() => space.parse(text));
    expect(error.code).toBe('label-invalid');
    expect(error.hint).not.toBe('');
  });

  test('a word that two dimensions claim is an error that says how to choose', () => {
    const error = errorOf(() => crowded.parse('untrusted'));
    expect(error.message).toContain('`integrity` or of `origin`');
    expect(error.hint).toContain('`integrity:untrusted`');
  });

  test('an error shows hostile text escaped and cut', () => {
    const error = errorOf(() => space.parse(`\u202E\u001b[2J\`${'x'.repeat(1_000)}`));
    expect(error.message).not.toMatch(/\p{C}/u);
    expect(error.message.length).toBeLessThan(300);
  });

  test('a text past the limit is not read', () => {
    const text = `trusted & readers{${'x'.repeat(limits.labelTextCharactersMax * 3)}}`;
    expect(errorOf(() => space.parse(text)).code).toBe('limit-exceeded');
  });
});

proves('label/complete', () => {
  const error = errorOf(() => space.parse('readers{alice}'));
  expect(error.message).toContain('`integrity`');
  expect(error.hint).toContain("`'untrusted & readers{alice}'`");
  expect(errorOf(() => space.of({ integrity: 'trusted' })).message).toContain('`confidentiality`');
});

describe('parsePartial', () => {
  const rest = space.parse('untrusted & readers{a}');

  test.each([
    ['trusted', 'trusted & readers{a}'],
    ['readers{b}', 'untrusted & readers{b}'],
    ['trusted & nobody', 'trusted & nobody'],
    ['bottom', 'trusted & everyone'],
  ])('%s over the rest is %s', (text, whole) => {
    expect(space.parsePartial(text, rest).text).toBe(whole);
  });

  test('naming nothing is an error', () => {
    expect(errorOf(() => space.parsePartial('', rest)).code).toBe('label-invalid');
  });
});

describe('of', () => {
  test.each([
    ['a missing dimension', { integrity: 'trusted' }],
    ['an inherited one', Object.create({ integrity: 'trusted', confidentiality: nobody })],
    ['one too many', { integrity: 'trusted', confidentiality: nobody, purity: 'x' }],
    ['no level', { integrity: 'trusty', confidentiality: nobody }],
    ['a value of another dimension', { integrity: nobody, confidentiality: nobody }],
    ['text for readers', { integrity: 'trusted', confidentiality: 'nobody' }],
    ['an imitation', { integrity: 'trusted', confidentiality: { ...nobody } }],
    ['undefined', { integrity: 'trusted', confidentiality: undefined }],
  ])('%s is an error', (_, values) => {
    expect(errorOf(() => space.of(values)).code).toBe('label-invalid');
  });

  test('the error does not quote the value', () => {
    const error = errorOf(() => space.of({ integrity: 'hunter2', confidentiality: nobody }));
    expect(error.message).toContain('`integrity`');
    expect(`${error.message} ${error.hint}`).not.toContain('hunter2');
  });
});

proves('label/foreign', () => {
  const own = space.bottom;
  const twin = labelSpace({
    integrity: chain(['trusted', 'untrusted']),
    confidentiality: directory,
  }).bottom;
  const imitation: Label = { ...own, toString: () => own.text, toJSON: () => own.text };
  const inherited: Label = Object.create(own);
  for (const other of [twin, imitation, inherited]) {
    expect(space.owns(other)).toBe(false);
    for (const use of [space.join, space.meet, space.flowsTo, space.violated]) {
      expect(errorOf(() => use(own, other)).code).toBe('label-invalid');
      expect(errorOf(() => use(other, own)).code).toBe('label-invalid');
      expect(errorOf(() => use(other, other)).code).toBe('label-invalid');
    }
    expect(errorOf(() => space.parsePartial('trusted', other)).code).toBe('label-invalid');
  }
  expect(space.owns(own)).toBe(true);
});

test.each([
  ['no dimensions', {}],
  ['a name with a colon', { 'a:b': chain(['x']) }],
  ['an empty name', { '': chain(['x']) }],
  ['a name that is not ASCII', { intégrité: chain(['x']) }],
  ['the name of a prototype', JSON.parse('{"__proto__": 1}')],
])('%s: no label space', (_, dimensions) => {
  expect(errorOf(() => labelSpace(dimensions)).code).toBe('lattice-invalid');
});

test('a dimension may be called like a member of every object', () => {
  const odd = labelSpace({ constructor: chain(['a', 'b']), toString: chain(['c', 'd']) });
  expect(odd.join(odd.parse('a & d'), odd.parse('b & c')).text).toBe('b & d');
});

test('a custom lattice that prints two values alike is found out, not mixed up', () => {
  const parity = custom<number>({
    bottom: 0,
    top: 9,
    leq: (a, b) => a <= b,
    join: Math.max,
    meet: Math.min,
    print: (value) => `n${value % 2}`,
    parse: (text) => Number(text.slice(1)),
    has: (value): value is number => Number.isInteger(value),
  });
  const numbers = labelSpace({ parity });
  expect(errorOf(() => numbers.of({ parity: 4 })).code).toBe('lattice-invalid');
  expect(numbers.of({ parity: 0 })).toBe(numbers.bottom);
});

test('labels are frozen', () => {
  const label = space.parse('trusted & readers{a}');
  expect(Object.isFrozen(label)).toBe(true);
  expect(Object.isFrozen(label.values)).toBe(true);
  expect(Object.isFrozen(space)).toBe(true);
  expect(Object.isFrozen(space.dimensions)).toBe(true);
});

test('the operations need no receiver', () => {
  const { join, flowsTo, bottom, top } = fourPoint();
  expect(join(bottom, top)).toBe(top);
  expect(flowsTo(top, bottom)).toBe(false);
});

test('values of one dimension can be replaced', () => {
  const duty = labelSpace({ duty: powerset('duty') });
  expect(duty.of({ duty: powersetOf(['bob', 'alice']) }).text).toBe('duty{alice, bob}');
});

function errorOf(run: () => unknown): SluiceError {
  try {
    run();
  } catch (error) {
    if (error instanceof SluiceError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

import { describe, expect, test } from 'vitest';
import { evidenceOf, suffices, type ReaderVariant } from './evidence.ts';
import { Seen, TextReader } from './seen.ts';
import { Prompt } from './stated.ts';

const texts = new TextReader();

function isEnough(given: {
  readonly value: unknown;
  readonly prompt: string;
  readonly outputs: readonly string[];
  readonly shown: readonly string[];
  readonly variant?: ReaderVariant;
}): boolean {
  const { value, outputs, shown, variant = 'lax' } = given;
  const evidence = evidenceOf(value, { prompt: new Prompt(given.prompt), outputs });
  const seen = new Seen(shown.map((text) => texts.read(text)));
  return suffices(evidence, seen, variant);
}

const rooms = "- id: '12'\n  title: Board meeting\n- id: '14'\n  title: Choir practice\n";

describe('lax', () => {
  test.each<[string, unknown, string, readonly string[], readonly string[], boolean]>([
    ['the prompt says it', { to: 'ann@a.example' }, 'Write to ann@a.example', [], [], true],
    [
      'a result says it',
      { to: 'ann@a.example' },
      'Write',
      ['ann@a.example'],
      ['ann@a.example'],
      true,
    ],
    ['it is hidden', { to: 'ann@a.example' }, 'Write', ['ann@a.example'], ['[redacted]'], false],
    [
      'another result says it',
      { to: 'ann@a.example' },
      'Write',
      ['ann@a.example'],
      ['Ann@A.example'],
      true,
    ],
    ['own words need no source', { text: 'Lunch?' }, 'Write something', ['pizza'], [], true],
    [
      'a part is hidden',
      { text: 'pizza and salad' },
      'Write',
      ['pizza', 'salad'],
      ['pizza'],
      false,
    ],
    [
      'parts stand apart',
      { text: 'salad, pizza' },
      'Write',
      ['pizza', 'salad'],
      ['pizza', 'salad'],
      true,
    ],
    ['a short id with what stands before it', { id: '14' }, 'Cancel', [rooms], [rooms], true],
    ['a short id elsewhere', { id: '14' }, 'Cancel', [rooms], ['page 14 of 20'], false],
    ['a short id at the start', { day: '14' }, 'Go', ['14'], ['14'], true],
    ['a short id not at the start', { day: '14' }, 'Go', ['14'], ['on the 14'], false],
    ['a number in another form', { sum: 1050 }, 'Pay', ['sum: 1,050'], ['sum: 1,050'], true],
    ['a number that the prompt states', { sum: 1050 }, 'Pay 1,050.', ['x'], [], true],
    ['a hidden number', { sum: 1050 }, 'Pay', ['sum: 1050.0'], ['sum: [redacted]'], false],
    [
      'a date that the prompt states',
      { day: '2031-06-04' },
      'On June 4th',
      ['2031-06-04'],
      [],
      true,
    ],
    ['another day of it', { day: '2031-06-05' }, 'On June 4th', ['2031-06-05'], [], false],
    ['a time of day', { at: '2031-06-04 10:30' }, 'On June 4th at noon', ['10:30'], [], true],
    ['no value at all', { flag: true, none: null }, 'Do', ['x'], [], true],
    [
      'escaped letters',
      { name: 'Café Nord' },
      'Go',
      [String.raw`Caf\xE9 Nord`],
      ['Café Nord'],
      true,
    ],
  ])('%s', (...[, value, prompt, outputs, shown, enough]) => {
    expect(isEnough({ value, prompt, outputs, shown })).toBe(enough);
  });

  test('what was computed needs nearly all of what it was computed from', () => {
    const outputs = ['first amount: 25.0\nsecond amount: 50.0\n'];
    const sum = { value: 'It is 75.00', prompt: 'Add them up', outputs };
    expect(isEnough({ ...sum, shown: outputs })).toBe(true);
    expect(isEnough({ ...sum, shown: ['first amount: 25.0'] })).toBe(false);
  });
});

describe('selecting', () => {
  const chosen = { value: { id: '14' }, prompt: 'Cancel the choir practice', outputs: [rooms] };
  const titleless = rooms.replaceAll(/title: .*/g, 'title: "[redacted]"').replace('Board', '');

  test('who chooses must see what to choose by', () => {
    const shown = [`${titleless}  title: [redacted]\n- id: '14'`];
    const lax = { ...chosen, outputs: ["- id: '14'\n  title: Choir practice\n"], shown };
    const asShown = ["- id: '14'\n  title: [redacted]\n"];
    expect(isEnough({ ...lax, shown: asShown, variant: 'lax' })).toBe(true);
    expect(isEnough({ ...lax, shown: asShown, variant: 'selecting' })).toBe(false);
    expect(isEnough({ ...chosen, shown: [rooms], variant: 'selecting' })).toBe(true);
  });

  test('an address that stands whole is chosen too', () => {
    const outputs = ['Choir: ann@a.example'];
    const call = { value: { to: 'ann@a.example' }, prompt: 'Write to the choir', outputs };
    const shown = ['[redacted]: ann@a.example'];
    expect(isEnough({ ...call, shown, variant: 'lax' })).toBe(true);
    expect(isEnough({ ...call, shown, variant: 'selecting' })).toBe(false);
  });

  test('who says what the prompt says chooses nothing', () => {
    const call = { value: { text: 'choir' }, prompt: 'Write choir', outputs: ['choir'], shown: [] };
    expect(isEnough({ ...call, variant: 'selecting' })).toBe(true);
  });
});

describe('strict', () => {
  test('after a read, four fifths of its words must be seen for anything', () => {
    const outputs = ['alpha beta gamma delta epsilon'];
    const call = { value: { text: 'hello' }, prompt: 'Say hello', outputs };
    expect(isEnough({ ...call, shown: ['beta gamma delta epsilon'], variant: 'strict' })).toBe(
      true,
    );
    expect(isEnough({ ...call, shown: ['gamma delta epsilon'], variant: 'strict' })).toBe(false);
    expect(isEnough({ ...call, shown: [], variant: 'lax' })).toBe(true);
  });
});

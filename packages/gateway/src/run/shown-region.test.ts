import { chain, Content, History, labelSpace, type Label } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
import { regionBy, shownRegion } from './shown-region.ts';

const space = labelSpace({
  integrity: chain(['trusted', 'untrusted']),
  confidentiality: chain(['public', 'private']),
});
const [open, secret] = [space.parse('trusted & public'), space.parse('trusted & private')];
const mail = space.parse('untrusted & public');

function said(contents: readonly Content[], shape: Label): History {
  const parts = contents.map((content) => ({ kind: 'text', content }) as const);
  return History.of([], [{ role: 'user', parts, shape }]);
}

/** A mail whose stretch from `start` to `end` is another's. */
function around(text: string, [start, end]: readonly [number, number]): Content {
  const part = { start, end, label: secret, path: '$', form: 'text', parts: [] } as const;
  const root = { start: 0, end: text.length, label: open, path: '$', form: 'text' } as const;
  return Content.of(space, text, { ...root, parts: [part] });
}

const isCleared = (label: string): boolean => space.flowsTo(space.parse(label), mail);

describe('a region that is shown', () => {
  proves('operator/region-parts', () => {
    // A stranger writes what the place of a part looked like, before and behind a part.
    const real = said([around('a [0] SECRET b', [6, 12])], open);
    const forged = said([Content.whole(space, 'a [0] [0] b', open)], open);
    const [one, two] = [real, forged].map((history) =>
      shownRegion(history, { id: 'm0.0', isCleared }),
    );
    expect(one?.pieces).toEqual(['a [0] ', ' b']);
    expect(two?.pieces).toEqual(['a [0] [0] b']);
    expect(one?.hash).not.toBe(two?.hash);
  });

  test('is what the hash was of, wherever it stands by then', () => {
    const text = Content.whole(space, 'pay ann', mail);
    const before = said([text], open);
    const after = said([Content.whole(space, 'hello', mail), text], open);
    const hash = shownRegion(before, { id: 'm0.0', isCleared })?.hash ?? '';
    expect(regionBy(after, { hash, isCleared })).toBe('m0.1');
  });
});

describe('a message of parts that an operator may not know of', () => {
  const parts = ['pay ann', 'pay bob'].map((text) => Content.whole(space, text, mail));

  proves('operator/region-shape', () => {
    const hidden = said(parts, secret);
    const bare = said(parts, mail);
    for (const id of ['m0.0', 'm0.1']) {
      expect(shownRegion(hidden, { id, isCleared })).toBeUndefined();
      const hash = shownRegion(bare, { id, isCleared })?.hash ?? '';
      expect(regionBy(hidden, { hash, isCleared })).toBeUndefined();
      // An operator who is also cleared for the shape sees it; so does everybody where it is
      // nobody’s secret.
      expect(regionBy(hidden, { hash, isCleared: () => true })).toBe(id);
      expect(regionBy(bare, { hash, isCleared })).toBe(id);
    }
  });
});

import { ownTurn } from '@sluice/core';
import { expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { lengthOf, type Text } from '../../store/packed.ts';
import { jsonText, Pace } from './pace.ts';

const mebibyte = 1_048_576;

function whole(text: Text): string {
  return [text].flat().join('');
}

proves('gateway/large-in-turns', async () => {
  const order: string[] = [];
  const value = { said: '🦆"\n'.repeat(mebibyte) };
  const written = Promise.resolve(jsonText(value, new Pace())).then((text) => {
    order.push('large');
    return text;
  });
  setImmediate(() => order.push('other'));
  const text = await written;
  expect(order).toEqual(['other', 'large']);
  expect(whole(text) === JSON.stringify(value)).toBe(true);
  expect(lengthOf(text)).toBe(JSON.stringify(value).length);
});

test('all large work together has one turn of the loop each', async () => {
  const order: string[] = [];
  const work = async (name: string): Promise<void> => {
    for (let part = 1; part <= 2; part += 1) {
      await ownTurn();
      order.push(`${name}${part}`);
    }
  };
  const watch = async (): Promise<void> => {
    while (order.filter((each) => each !== '|').length < 6) {
      await new Promise(setImmediate);
      order.push('|');
    }
  };
  await Promise.all([work('a'), work('b'), work('c'), watch()]);
  const turns = order.join('').split('|').filter(Boolean);
  expect(turns.every((turn) => turn.length === 2)).toBe(true);
  expect(turns.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
});

test('what is short is written at once, as JSON writes it', async () => {
  const pace = new Pace();
  const order: string[] = [];
  setImmediate(() => order.push('other'));
  for (const value of [{ said: 'hello' }, [1, 'two', null], 'three', 4]) {
    expect(await jsonText(value, pace)).toBe(JSON.stringify(value));
  }
  expect(order).toEqual([]);
});

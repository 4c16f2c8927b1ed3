import { expect, test } from 'vitest';
import { TextChannel } from './text-channel.ts';

const later = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

async function read<T>(channel: TextChannel<T>): Promise<string[]> {
  const deltas: string[] = [];
  for await (const delta of channel.deltas()) deltas.push(delta);
  return deltas;
}

test('text comes in order, what was there before the reader included', async () => {
  const channel = new TextChannel(async (onText) => {
    onText('a');
    await later();
    onText('b');
    onText('c');
    return 1;
  });
  expect(await read(channel)).toEqual(['a', 'b', 'c']);
  expect(await channel.result).toBe(1);
});

test('a failure ends the text and is told by the result', async () => {
  const channel = new TextChannel(async (onText) => {
    onText('a');
    await later();
    throw new RangeError('theirs');
  });
  expect(await read(channel)).toEqual(['a']);
  await expect(channel.result).rejects.toThrow(RangeError);
});

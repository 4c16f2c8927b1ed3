import { expect, test } from 'vitest';
import { serially } from './serially.ts';

test('works one after another, in the order asked', async () => {
  const inTurn = serially();
  const seen: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    seen.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(`${name} ends`);
    return name;
  };
  const names = await Promise.all(['a', 'b', 'c'].map((name) => inTurn(work(name))));
  expect(names).toEqual(['a', 'b', 'c']);
  expect(seen).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test("a failure is the asker's alone", async () => {
  const inTurn = serially();
  const failing = inTurn(() => Promise.reject(new Error('first')));
  const working = inTurn(() => Promise.resolve('second'));
  await expect(failing).rejects.toThrow('first');
  await expect(working).resolves.toBe('second');
});

import type { Id } from '@sluice/mcp';
import { expect, test } from 'vitest';
import { AnswerStreams } from './answer-streams.ts';

function streams() {
  const ends: (() => void)[] = [];
  const lost: Id[] = [];
  const sending = new AnswerStreams(
    { send: async (_, options) => void ends.push(options?.onRequestStreamEnd ?? (() => {})) },
    async (id) => void lost.push(id),
  );
  const ask = async (id: Id): Promise<void> =>
    await sending.send({ jsonrpc: '2.0', id, method: 'ping' });
  return { ask, ends, lost, heard: (id: Id) => sending.heard({ jsonrpc: '2.0', id, result: {} }) };
}

test('a request whose stream breaks without an answer is lost', async () => {
  const { ask, ends, lost } = streams();
  await ask(1);
  await ask(2);
  ends[0]?.();
  expect(lost).toEqual([1]);
});

test('one that was answered is not, and neither is a later one with its id', async () => {
  const { ask, ends, lost, heard } = streams();
  await ask(1);
  heard(1);
  await ask(1);
  ends[0]?.();
  expect(lost).toEqual([]);
});

import { expect, test } from 'vitest';
import { operatorRig } from '../../../test/operator-rig.ts';
import { proves } from '../../testing/proves.ts';
import type { ShownMessage } from '../dependencies.ts';

function said(index: number, text: string, role: ShownMessage['role'] = 'tool'): ShownMessage {
  const spans = [{ region: `m${index}.0`, label: 'trusted & public', text }];
  return { index, hash: `hash of ${text}`, role, from: 'read_mail', spans, calls: [] };
}

function hidden(index: number): ShownMessage {
  return { index, hash: `hash ${index}`, role: 'hidden', from: '', spans: [], calls: [] };
}

proves('console/asked-about', async () => {
  const messages: ShownMessage[] = [];
  const rig = await operatorRig({ messages: async () => messages });
  const key = await rig.operator('ann');
  const about = {
    instruction: 'hash of Pay the bill.',
    sources: [
      { index: 7, hash: 'hash of pay to DE99' },
      { index: 9, hash: 'hash of by Friday' },
    ],
  };
  const { id } = await rig.ask({ request: { about } });
  const context = async () => (await rig.send('GET', `/api/questions/${id}/context`, { key })).body;
  // The client has shortened its history: other messages stand at the places.
  messages.push(said(0, 'Pay the bill.', 'user'), said(1, 'pay to DE99'));
  messages.push(...[2, 3, 4, 5, 6, 7, 8, 9].map((at) => said(at, `text ${at}`)));
  messages.push(said(10, 'And now another thing.', 'user'));
  const { instruction, sources, missing } = await context();
  expect(instruction.spans[0].text).toBe('Pay the bill.');
  expect(sources).toMatchObject([{ index: 7, spans: [{ region: 'm7.0', text: 'pay to DE99' }] }]);
  expect([sources.length, missing, 'hash' in sources[0]]).toEqual([1, 1, false]);
  messages.splice(0);
  expect(await context()).toEqual({ instruction: null, sources: [], missing: 2 });
});

test('how many messages are above a clearance is not told', async () => {
  const messages = [hidden(0), hidden(1), said(2, 'hello', 'user'), hidden(3), hidden(4)];
  const rig = await operatorRig({ messages: async () => messages });
  const key = await rig.operator('ann');
  const read = async (count: number) =>
    (await rig.send('GET', `/api/runs/run1/messages?limit=${count}`, { key })).body;
  const { total, messages: shown } = await read(9);
  expect(total).toBe(3);
  expect(shown.map(({ index, role }: ShownMessage) => [index, role])).toEqual([
    [0, 'hidden'],
    [1, 'user'],
    [2, 'hidden'],
  ]);
  messages.push(hidden(5), hidden(6));
  expect(await read(9)).toEqual({ total, messages: shown });
});

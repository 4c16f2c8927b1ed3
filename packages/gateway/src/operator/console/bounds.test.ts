import { expect, test } from 'vitest';
import { operatorRig, type OperatorRig, type Reply } from '../../../test/operator-rig.ts';
import { proves } from '../../testing/proves.ts';
import { operatorLimits } from '../limits.ts';

const signIn = '/api/console/session';

type Headers = Readonly<Record<string, string>>;

function halvesOf({ headers, body }: Reply): Headers {
  const [cookie = ''] = (headers['set-cookie']?.[0] ?? '').split(';');
  return { cookie, 'x-sluice-page': body.token };
}

async function enter({ send }: OperatorRig, key: string, headers: Headers = {}): Promise<Headers> {
  return halvesOf(await send('POST', signIn, { body: { key }, headers }));
}

const many = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

proves('console/bounds-apart', async () => {
  const rig = await operatorRig();
  const [ann, bob] = [await rig.operator('ann'), await rig.operator('bob')];
  const look = async (headers: Headers): Promise<number> =>
    (await rig.send('GET', signIn, { headers })).status;
  const codeOf = async (key: string): Promise<string> =>
    (await rig.send('POST', '/api/console/codes', { key, body: {} })).body.code;

  const [theirs, first] = [await enter(rig, bob), await enter(rig, ann)];
  for (const _ of many(operatorLimits.sessionsPerOperatorMax)) await enter(rig, ann);
  expect([await look(theirs), await look(first)]).toEqual([200, 401]);

  const code = await codeOf(bob);
  for (const _ of many(operatorLimits.codesPerOperatorMax + 1)) await codeOf(ann);
  expect((await rig.send('POST', signIn, { body: { code } })).status).toBe(200);

  const streams = new AbortController();
  const listen = async (key: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${rig.url}/api/live`, { headers, signal: streams.signal })).status;
  };
  for (const _ of many(operatorLimits.livePerOperatorMax)) expect(await listen(ann)).toBe(200);
  expect(await listen(ann)).toBe(503);
  expect(await listen(bob)).toBe(200);
  streams.abort();
});

test('whoever signs in anew with a browser is signed out of what it was in before', async () => {
  const rig = await operatorRig();
  const [ann, bob] = [await rig.operator('ann'), await rig.operator('bob')];
  const before = await enter(rig, ann);
  const elsewhere = await enter(rig, ann);
  const { cookie = '' } = before;
  const wrong = { body: { key: `op-sluice-${'x'.repeat(43)}` }, headers: { cookie } };
  expect((await rig.send('POST', signIn, wrong)).status).toBe(401);
  expect((await rig.send('GET', signIn, { headers: before })).status).toBe(200);
  const after = await enter(rig, bob, { cookie });
  expect((await rig.send('GET', signIn, { headers: before })).status).toBe(401);
  expect((await rig.send('GET', signIn, { headers: after })).body.name).toBe('bob');
  expect((await rig.send('GET', signIn, { headers: elsewhere })).body.name).toBe('ann');
});

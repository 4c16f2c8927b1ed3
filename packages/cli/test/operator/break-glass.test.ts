import { describe, expect, test } from 'vitest';
import { startRig, type Rig } from '../../../gateway/test/gateway/harness.ts';
import { operatorRig } from '../../../gateway/test/operator-rig.ts';
import { operatorOf, payingAgent } from './agent.ts';
import { operate } from './test-context.ts';

const admin = { roles: ['admin'], tenant: undefined } as const;
const command = (...more: string[]): string[] => ['break-glass', 'default', ...more];
const order = command('--minutes', '30', '--because', 'outage 7');

/** The header on broken glass of the response to one request. */
async function headerOf({ gateway, key }: Rig, content: string): Promise<string | null> {
  const response = await fetch(`${gateway().url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content }] }),
  });
  await response.text();
  expect(response.status).toBe(200);
  return response.headers.get('x-sluice-break-glass');
}

describe('break-glass', () => {
  test('suspends the guard of a real gateway, for as long as it said', async () => {
    const clock = { nowMs: Date.now() };
    await using rig = await startRig({ nowMs: () => clock.nowMs });
    const key = await operatorOf(rig);
    const url = ['--url', rig.gateway().url];
    const until = new Date(clock.nowMs + 1_800_000).toISOString();
    const ran = await operate([...order, ...url], { key, keys: ['y'] });
    expect([ran.code, ran.errors]).toEqual([0, '']);
    expect(ran.out).toContain('BREAK GLASS: this suspends the guard of profile default.');
    expect(ran.out).toContain(`SUSPENDED: profile default only records until ${until}`);
    const { second } = await payingAgent(rig);
    expect((await second).message.tool_calls).toMatchObject([{ function: { name: 'send_money' } }]);
    expect(await rig.questions()).toEqual([]);
    expect(await headerOf(rig, 'One.')).toBe(until);
    const { out } = await operate(['events', ...url], { key });
    expect(out).toContain('default  [top]  act break-glass  by ann  because "outage 7"');
    clock.nowMs += 1_800_000;
    expect(await headerOf(rig, 'Two.')).toBeNull();
  });

  test('ends where the gateway starts again', async () => {
    await using rig = await startRig();
    const key = await operatorOf(rig);
    rig.upstream.play(() => ({ text: 'Hello.' }));
    await operate([...order, '--yes', '--url', rig.gateway().url], { key });
    expect(await headerOf(rig, 'One.')).not.toBeNull();
    await rig.restart();
    expect(await headerOf(rig, 'Two.')).toBeNull();
  });

  test.each([
    { who: 'no', keys: ['n'], code: 1, told: 'the guard stands' },
    { who: 'Enter alone', keys: [''], code: 1, told: 'the guard stands' },
    { who: 'nobody', keys: undefined, code: 2, told: '`--yes`' },
  ])('shows all and does nothing where $who answers', async ({ keys, code, told }) => {
    const { operator, url, noted } = await operatorRig();
    const key = await operator('root', admin);
    const ran = await operate([...order, '--url', url], { key, ...(keys && { keys }) });
    expect([ran.code, noted.broken]).toEqual([code, []]);
    expect(ran.out).toMatch(/until {4}\d{4}-.*Z \(30 min\)\n {2}because {2}"outage 7"/);
    expect(ran.out + ran.errors).toContain(told);
  });

  test('prints for programs no more than until when', async () => {
    const { operator, url, clock } = await operatorRig();
    const key = await operator('root', admin);
    const ran = await operate([...order, '--yes', '--json', '--url', url], { key });
    const untilMs = clock.nowMs + 1_800_000;
    expect(JSON.parse(ran.out)).toEqual({ profile: 'default', untilMs });
    expect(ran.errors).toContain('BREAK GLASS');
  });

  test.each(['0', '241', '1.5', '-5', '1e2', 'ten', ''])(
    'is not for %j minutes',
    async (minutes) => {
      const { operator, url, noted } = await operatorRig();
      const key = await operator('root', admin);
      const argv = command(`--minutes=${minutes}`, '--because', 'x', '--yes', '--url', url);
      const ran = await operate(argv, { key });
      expect([ran.code, ran.out, noted.broken]).toEqual([2, '', []]);
      expect(ran.errors).toContain('from 1 to 240');
    },
  );

  test('takes as long as the gateway does, and no longer', async () => {
    const { operator, url, send } = await operatorRig();
    const key = await operator('root', admin);
    const argv = command('--minutes', '240', '--because', 'x', '--yes', '--url', url);
    expect((await operate(argv, { key })).code).toBe(0);
    const body = { profile: 'default', minutes: 241, because: 'x' };
    expect((await send('POST', '/api/break-glass', { key, body })).status).toBe(400);
  });

  test.each([
    ['without a reason', command('--minutes', '5', '--because', ' '), '--because'],
    [
      'of a profile that is not there',
      ['break-glass', 'none', '--minutes', '5', '--because', 'x'],
      'under `profiles:`',
    ],
  ])('%s is refused, with what to type', async (_, argv, hint) => {
    const { operator, url, noted } = await operatorRig();
    const key = await operator('root', admin);
    const ran = await operate([...argv, '--yes', '--url', url], { key });
    expect([ran.code, noted.broken, ran.errors.includes(hint)]).toEqual([2, [], true]);
  });

  test('writes out what is hidden in a name or a reason', async () => {
    const { operator, url } = await operatorRig();
    const key = await operator('root', admin);
    const argv = ['break-glass', 'a\u001B[2J', '--minutes', '5', '--because', 'b\u202Ec'];
    const { out } = await operate([...argv, '--url', url], { key, keys: ['n'] });
    expect(out).toContain('because  "b\\u{202e}c"');
    for (const hidden of ['\u001B', '\u202E']) expect(out).not.toContain(hidden);
  });
});

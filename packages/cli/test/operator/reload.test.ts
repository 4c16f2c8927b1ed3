import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { mailPolicy, startRig, type Rig } from '../../../gateway/test/gateway/harness.ts';
import { operatorRig } from '../../../gateway/test/operator-rig.ts';
import { operatorOf, payingAgent, upToQuestion } from './agent.ts';
import { operate } from './test-context.ts';

const strict = mailPolicy.replace('onViolation: ask', 'onViolation: block');
const lax = mailPolicy.replace('call: { ceiling: trusted }', 'call: { ceiling: untrusted }');

function writePolicy({ folder }: Rig, text: string): void {
  writeFileSync(path.join(folder, 'sluice.yaml'), text);
}

describe('reload', () => {
  test('lets a changed policy decide the next request, and a changed file alone does not', async () => {
    await using rig = await startRig({ policy: lax });
    const key = await operatorOf(rig);
    writePolicy(rig, strict);
    const { second, goOn } = await payingAgent(rig);
    const [call] = (await second).message.tool_calls ?? [];
    expect(call).toMatchObject({ function: { name: 'send_money' } });
    const ran = await operate(['reload', '--url', rig.gateway().url], { key });
    expect([ran.code, ran.errors]).toEqual([0, '']);
    expect(ran.out).toContain('decide from the next request on');
    const third = await goOn({ role: 'tool', tool_call_id: call?.id ?? '', content: 'Paid.' });
    expect([third.message.tool_calls, third.message.content]).toEqual([undefined, 'Done.']);
    const events = await operate(['events', '--url', rig.gateway().url], { key });
    expect(events.out).toContain('act reload  by ann');
  });

  test.each([
    ['is wrong', 'version: 9\n'],
    ['is no policy', '- nothing\n'],
  ])('of a policy that %s changes nothing, and says so', async (_, text) => {
    await using rig = await startRig();
    const key = await operatorOf(rig);
    writePolicy(rig, text);
    const ran = await operate(['reload', '--url', rig.gateway().url], { key });
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.errors).toContain('the policies that were in force stay');
    const { answered } = await upToQuestion(rig);
    await rig.answer('no');
    expect((await answered).content).toBe('Done.');
  });

  test('is a line of JSON for programs', async () => {
    const { operator, url, noted } = await operatorRig();
    const key = await operator('root', { roles: ['admin'], tenant: undefined });
    const { out } = await operate(['reload', '--json', '--url', url], { key });
    expect([JSON.parse(out), noted.reloads]).toEqual([{ reloaded: true }, 1]);
  });

  test('is not for an admin of one tenant, who is told what to do', async () => {
    const { operator, url, noted } = await operatorRig();
    const key = await operator('ann', { roles: ['admin'] });
    const ran = await operate(['reload', '--url', url], { key });
    expect([ran.code, noted.reloads]).toEqual([2, 0]);
    expect(ran.errors).toContain('admins of every tenant\n  ');
  });
});

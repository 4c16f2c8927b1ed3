import { expect, test } from 'vitest';
import { startRig } from '../../../gateway/test/gateway/harness.ts';
import { operatorOf, upToQuestion } from './agent.ts';
import { operate } from './test-context.ts';

test('a question of a real agent is shown, approved and explained at the terminal', async () => {
  await using rig = await startRig();
  const key = await operatorOf(rig);
  const url = ['--url', rig.gateway().url];
  const { answered, question } = await upToQuestion(rig);
  const list = await operate(['approvals', ...url], { key });
  expect(list.out).toContain(`${question.id}  send_money`);
  const ran = await operate(['approve', question.id, ...url], { key, keys: ['y'] });
  expect(ran.out).toContain('"to":"DE89370400440532013000"');
  expect(ran.out).toMatch(/<- read_mail .*untrusted, region/);
  expect([ran.code, ran.out.endsWith('Approved, once.')]).toEqual([0, true]);
  expect((await answered).tool_calls).toMatchObject([
    { function: { arguments: '{"to":"DE89370400440532013000"}' } },
  ]);
  const again = await operate(['approve', question.id, '--yes', ...url], { key });
  expect([again.code, again.errors.includes('already used')]).toEqual([2, true]);
  const events = await operate(['events', '--run', question.run, ...url], { key });
  expect(events.out).toContain('operator-answered');
  expect((await operate(['verify', ...url], { key })).code).toBe(0);
});

test('the region that a question names can be endorsed', async () => {
  await using rig = await startRig();
  const key = await operatorOf(rig);
  const url = ['--url', rig.gateway().url];
  const { answered, question } = await upToQuestion(rig);
  const shown = await operate(['approve', question.id, ...url], { key, keys: ['n'] });
  const region = /<- read_mail .*region (\S+)/.exec(shown.out)?.[1] ?? '';
  await operate(['deny', question.id, '--reason', 'not them', ...url], { key });
  expect((await answered).content).toBe('Done.');
  const more = ['--dimension', 'integrity', '--to', 'trusted', '--because', 'I asked for it'];
  const endorse = ['endorse', question.run, region, ...more, ...url];
  const ran = await operate(endorse, { key, keys: ['y'] });
  expect([ran.code, ran.errors]).toEqual([0, '']);
  const events = await operate(['events', '--run', question.run, '--json', ...url], { key });
  expect(events.out).toContain('"label-lowered"');
});

test('the agent’s own key opens nothing at the terminal', async () => {
  await using rig = await startRig();
  const { answered, question } = await upToQuestion(rig);
  const ran = await operate(['approve', question.id, '--yes', '--url', rig.gateway().url], {
    key: rig.key,
  });
  expect([ran.code, ran.errors.includes('a client’s key')]).toEqual([2, true]);
  await rig.answer('no');
  await answered;
});

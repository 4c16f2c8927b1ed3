import { expect, test } from 'vitest';
import { operatorRig } from '../../../test/operator-rig.ts';
import { someChange, someEvent } from '../../../test/temporary-store.ts';

const policyWith = (ceiling: string): string => `
version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
  confidentiality: { chain: [public, private] }
onViolation: ask
tools:
  send_money:
    description: trusted
    result: { format: text, label: trusted & public }
    call: { ceiling: ${ceiling} }
answer: { ceiling: bottom }
`;

test('tells how calls would be decided, and puts nothing in force', async () => {
  const rig = await operatorRig();
  const call = (label: string, callId: string) =>
    someEvent({
      label,
      subject: callId,
      payload: JSON.stringify({
        type: 'call-decided',
        seq: 1,
        atMs: 1,
        step: 1,
        callId,
        tool: 'send_money',
        args: '{}',
        label,
        decision: { kind: 'ask', rule: 'send_money', violations: [] },
        explanation: { evidence: [], unsourced: [] },
      }),
    });
  const events = [call('untrusted & public', 'call_1'), call('untrusted & private', 'call_2')];
  await rig.store.commit(someChange({ run: 'run1', events }));
  const key = await rig.operator('eve', { roles: ['admin'] });
  const low = await rig.operator('low', { roles: ['admin'], clearance: 'untrusted & public' });
  const tryOut = (policy: string, as = key) =>
    rig.send('POST', '/api/runs/run1/what-if', { key: as, body: { policy } });
  const { body } = await tryOut(policyWith('untrusted & public'));
  expect(body.calls).toMatchObject([
    { call: 'call_1', before: 'ask', after: 'allow' },
    { call: 'call_2', before: 'ask', after: 'ask' },
  ]);
  const { body: seen } = await tryOut(policyWith('untrusted & public'), low);
  expect([seen.calls.length, seen.hidden]).toEqual([1, 1]);
  const wrong = await tryOut(policyWith('unheard & public'));
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'policy_invalid']);
  expect(wrong.body.error.message).toMatch(/policy\.yaml:11/);
  expect(rig.noted.reloads).toBe(0);
});

test('a call whose data has a label of its own is decided by both labels', async () => {
  const rig = await operatorRig();
  const payload = JSON.stringify({
    type: 'call-decided',
    seq: 1,
    atMs: 1,
    step: 1,
    callId: 'call_1',
    tool: 'send_money',
    args: '{"note":"thanks"}',
    label: 'untrusted & public',
    control: 'trusted & public',
    decision: { kind: 'allow', rule: 'send_money', violations: [] },
    explanation: { evidence: [], unsourced: [] },
  });
  const event = someEvent({ label: 'untrusted & public', subject: 'call_1', payload });
  await rig.store.commit(someChange({ run: 'run1', events: [event] }));
  const key = await rig.operator('eve', { roles: ['admin'] });
  const data = '{ note: { form: text, ceiling: untrusted & public, writes: notes } }';
  const tryOut = (ceiling: string) =>
    rig.send('POST', '/api/runs/run1/what-if', {
      key,
      body: { policy: policyWith(ceiling).replace(/(call: .*) }/, `$1, data: ${data} }`) },
    });
  const { body } = await tryOut('trusted & public');
  expect(body.calls).toMatchObject([{ call: 'call_1', before: 'allow', after: 'allow' }]);
});

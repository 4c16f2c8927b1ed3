import { describe, expect, test } from 'vitest';
import { operatorRig, type OperatorRig, type Reply } from '../../../test/operator-rig.ts';
import { someChange } from '../../../test/temporary-store.ts';
import { proves } from '../../testing/proves.ts';

const label = 'untrusted & private';

/** An event in a commit: its type, whose it is, and no more than a reader of types needs. */
type Brief = readonly [type: string, subject: string];

async function keep(at: OperatorRig, atMs: number, briefs: readonly Brief[]): Promise<void> {
  const events = briefs.map(([type, subject]) => ({ type, subject, label, payload: '{}' }));
  const place = { tenant: 'acme', run: 'run1', head: '{}', atMs };
  await at.store.commit(someChange({ ...place, events }));
}

const generated = (answer: string): readonly Brief[] => [
  ['generation-finished', answer],
  ['relevance-found', answer],
  ['step-labelled', answer],
];

/** The types and subjects of the events: the fixture has no labels or texts. */
function told({ body }: Reply): readonly string[] {
  return body.events.map(
    ({ type, subject }: { type: string; subject: string }) => `${type} ${subject}`,
  );
}

/** An answer with a hidden turn and a call; the next brings the call's result, and a question. */
async function threeAnswers(at: OperatorRig): Promise<{ readonly question: string }> {
  await keep(at, 1, [
    ['run-started', 'a1'],
    ['turn-started', 'a1'],
    ...generated('a1'),
    ['call-decided', 'call_refused'],
    ['call-refused', 'call_refused'],
    ...generated('a1'),
    ['call-decided', 'call_given'],
  ]);
  const question = await at.ask({ run: 'run1' });
  await keep(at, 2, [
    ['call-executed', 'call_given'],
    ...generated('a2'),
    ['call-decided', question.callId],
    ['question-asked', question.callId],
  ]);
  await at.store.questions.withdraw(question.id, 3);
  await keep(at, 3, [
    ['question-answered', question.callId],
    ['call-refused', question.callId],
    ...generated('a3'),
    ['answer-decided', 'a3'],
  ]);
  return { question: question.id };
}

const lines = (subject: string, ...types: readonly string[]): readonly string[] =>
  types.map((type) => `${type} ${subject}`);

const step = ['generation-finished', 'relevance-found', 'step-labelled'] as const;

proves('operator/why-step', async () => {
  const at = await operatorRig();
  const { question } = await threeAnswers(at);
  const key = await at.operator('ann');
  const why = (id: string): Promise<Reply> => at.send('GET', `/api/why/${id}`, { key });
  const hidden = lines('call_refused', 'call-decided', 'call-refused');
  expect(told(await why('a1'))).toEqual([
    ...lines('a1', 'run-started', 'turn-started', ...step),
    ...hidden,
    ...lines('a1', ...step),
    ...lines('call_given', 'call-decided', 'call-executed'),
  ]);
  const asked = await why('a2');
  expect(told(asked)).toEqual([
    ...lines('call_given', 'call-executed'),
    ...lines('a2', ...step),
    ...lines('call_1', 'call-decided', 'question-asked'),
    ...lines(question, 'question-withdrawn'),
    ...lines('call_1', 'question-answered', 'call-refused'),
  ]);
  expect(asked.body.questions).toMatchObject([
    { id: question, callId: 'call_1', state: 'withdrawn' },
  ]);
  expect(told(await why('a3'))).toEqual([
    ...lines('a2', ...step),
    ...lines('call_1', 'call-decided', 'question-asked'),
    ...lines(question, 'question-withdrawn'),
    ...lines('call_1', 'question-answered', 'call-refused'),
    ...lines('a3', ...step, 'answer-decided'),
  ]);
});

describe('why', () => {
  test('tells of a call how its step came to its label, and nothing of its neighbours', async () => {
    const at = await operatorRig();
    const { question } = await threeAnswers(at);
    const key = await at.operator('ann');
    const given = await at.send('GET', '/api/why/call_given', { key });
    expect(told(given)).toEqual([
      ...lines('a1', ...step),
      ...lines('call_given', 'call-decided', 'call-executed'),
    ]);
    const ofCall = told(await at.send('GET', '/api/why/call_1', { key }));
    expect(ofCall).toEqual([
      ...lines('a2', ...step),
      ...lines('call_1', 'call-decided', 'question-asked'),
      ...lines(question, 'question-withdrawn'),
      ...lines('call_1', 'question-answered', 'call-refused'),
    ]);
    expect(told(await at.send('GET', `/api/why/${question}`, { key }))).toEqual(ofCall);
  });

  test('tells of a question about an answer what was decided on the answer', async () => {
    const at = await operatorRig();
    await keep(at, 1, [
      ['turn-started', 'a1'],
      ...generated('a1'),
      ['answer-decided', 'a1'],
      ['question-asked', 'call_1'],
    ]);
    const { id } = await at.ask({ run: 'run1', request: { tool: '' } });
    const key = await at.operator('ann');
    expect(told(await at.send('GET', `/api/why/${id}`, { key }))).toEqual([
      ...lines('a1', ...step, 'answer-decided'),
      ...lines('call_1', 'question-asked'),
    ]);
  });

  test('leaves other runs out, and what an operator lowered in between', async () => {
    const at = await operatorRig();
    await keep(at, 1, [...generated('a1'), ['call-decided', 'call_1']]);
    await keep(at, 2, [['label-lowered', 'm1:0']]);
    const other = { tenant: 'acme', run: 'run2', head: '{}', atMs: 2 };
    const event = { type: 'call-decided', subject: 'call_1', label, payload: '{}' };
    await at.store.commit(someChange({ ...other, events: [event] }));
    await keep(at, 3, [...generated('a2'), ['answer-decided', 'a2']]);
    const key = await at.operator('ann');
    expect(told(await at.send('GET', '/api/why/a1', { key }))).toEqual([
      ...lines('a1', ...step),
      ...lines('call_1', 'call-decided'),
    ]);
  });

  test('goes on past a page of events', async () => {
    const at = await operatorRig();
    const many = Array.from({ length: 599 }, (): Brief => ['read-replayed', 'a1']);
    await keep(at, 1, [['turn-started', 'a1'], ...many, ['answer-decided', 'a1']]);
    await keep(at, 2, generated('a2'));
    const key = await at.operator('ann');
    const { body } = await at.send('GET', '/api/why/a1', { key });
    expect(body.events).toHaveLength(601);
  });

  test('shows a question to those alone who are cleared for it', async () => {
    const at = await operatorRig();
    const { question } = await threeAnswers(at);
    const key = await at.operator('low', { roles: ['viewer'], clearance: 'trusted & public' });
    const { body, text } = await at.send('GET', '/api/why/a2', { key });
    expect(body.questions).toEqual([]);
    expect(text).not.toContain('send_money');
    expect(body.events.every(({ redacted }: { redacted: boolean }) => redacted)).toBe(true);
    expect((await at.send('GET', `/api/why/${question}`, { key })).status).toBe(200);
  });

  test.each(['a1', 'call_1', 'question'])('of another tenant’s %s is 404', async (id) => {
    const at = await operatorRig();
    const { question } = await threeAnswers(at);
    const key = await at.operator('eve', { tenant: 'other' });
    const path = `/api/why/${id === 'question' ? question : id}`;
    expect((await at.send('GET', path, { key })).status).toBe(404);
  });

  test('of nothing is 404', async () => {
    const at = await operatorRig();
    await threeAnswers(at);
    const key = await at.operator('ann');
    expect((await at.send('GET', '/api/why/call_none', { key })).status).toBe(404);
  });
});

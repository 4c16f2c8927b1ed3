import { describe, expect, test } from 'vitest';
import type { LoggedEvent } from '../src/log/read-log.ts';
import { printSteps } from '../src/log/show-steps.ts';
import { stepsOf } from '../src/log/steps.ts';
import { keptTerminal } from './terminal.ts';

type Fields = LoggedEvent['fields'];

const event = (
  type: string,
  fields: Fields = {},
  more: Partial<LoggedEvent> = {},
): LoggedEvent => ({
  run: 'r1',
  subject: 'a1',
  label: 'untrusted',
  isHidden: false,
  fields: { type, step: 1, seq: 1, label: 'untrusted', ...fields },
  ...more,
});
const allowed = { kind: 'allow', rule: 'pay', violations: [] };
const decided = (callId: string, fields: Fields = {}): LoggedEvent =>
  event('call-decided', { callId, tool: 'pay', args: '{}', decision: allowed, ...fields });
const labelled = event('step-labelled', { kind: 'draft-whole' });

function shown(events: readonly LoggedEvent[]): string {
  const { terminal, out } = keptTerminal();
  printSteps(stepsOf(events), terminal);
  return out.join('\n');
}

describe('how a step came to its label', () => {
  test.each([
    ['strict', 'before anything was generated'],
    ['draft-whole', 'nothing that it saw would have been redacted'],
    ['draft-allowed', 'at the label of all that it saw: what it does is allowed there'],
    ['draft-lazy', 'it only reads'],
    ['draft-unhelped', 'a narrower one would allow nothing more'],
    ['regenerated', 'generated again from what was relevant'],
    ['fell-back', 'it made no call'],
    ['of-tomorrow', '  of-tomorrow'],
    ['constructor', '  constructor'],
  ])('%s is told in words', (kind, words) => {
    expect(shown([event('step-labelled', { kind })])).toContain(words);
  });

  test.each([
    [{ kind: 'regions', regions: ['m0', 'm1.0'] }, 'm0, m1.0'],
    [{ kind: 'regions', regions: [] }, 'nothing'],
    [{ kind: 'regions', regions: Array.from({ length: 15 }, () => 'm0') }, 'm0 and 3 more'],
    [{ kind: 'label', label: 'trusted' }, 'what flows to trusted'],
    [{ kind: 'all', because: 'it\nfailed' }, 'everything ("it\\nfailed")'],
    [{}, 'everything ("")'],
  ])('relevance %j', (relevance, words) => {
    const line = shown([event('relevance-found', { relevance }), labelled])
      .split('\n')
      .at(-1);
    expect(line?.endsWith(words)).toBe(true);
    expect(line?.startsWith('  relevant: ')).toBe(true);
  });

  test('names a generation that failed, and a step without a label', () => {
    const failed = event('generation-failed', { purpose: 'draft', because: 'timed-out' });
    expect(shown([failed])).toBe(
      'step 1 of run r1: came to no label\n  generated: draft, which failed (timed-out)',
    );
  });
});

describe('what became of a call', () => {
  const asked = event('question-asked', { request: { callId: 'c1', ceiling: 'trusted' } });
  const answered = (answer: Fields): LoggedEvent =>
    event('question-answered', { callId: 'c1', answer, step: 2 });

  test.each<[string, readonly LoggedEvent[], string]>([
    ['was never answered', [asked], 'question: no answer is recorded'],
    ['ran out', [asked, answered({ kind: 'none' })], 'question: no answer in time'],
    [
      'two said yes to',
      [asked, answered({ kind: 'yes', by: ['ann', 'b b'] })],
      'question: yes by ann, "b b"',
    ],
    [
      'a framework asked about',
      [answered({ kind: 'no', by: ['openai-agents'], reason: 'Not to them.' })],
      'question: no by openai-agents: "Not to them."',
    ],
    ['a no kept from running', [answered({ kind: 'no', by: ['ann'] })], 'outcome: not run'],
    ['nobody answered for', [answered({ kind: 'none' })], 'outcome: not run'],
    [
      'ran',
      [event('call-executed', { callId: 'c1' }, { label: 'top' })],
      'outcome: executed, its result labelled top',
    ],
    [
      'was refused',
      [event('call-refused', { callId: 'c1', reason: 'tool-unknown' })],
      'outcome: refused (tool-unknown)',
    ],
  ])('that %s', (_, after, line) => {
    const lines = shown([decided('c1'), decided('c2'), ...after]).split('\n\n');
    expect(lines[0]?.split('\n')).toContain(line);
    // Its neighbour has nothing of it.
    expect(lines[1]).toBe('call: pay {}\ndecision: allow\nlabel: untrusted\nrun: r1, step 1');
  });

  test('of a run is not that of another run’s call by the same id', () => {
    const other = event('call-refused', { callId: 'c1', reason: 'x' }, { run: 'r2' });
    expect(shown([decided('c1'), other])).not.toContain('refused');
  });

  test('is not told of an answer that nobody asked about', () => {
    const answer = event('answer-decided', { text: 'Hi.', decision: allowed });
    expect(shown([decided('c1'), answer, asked])).toMatch(/question: .*\n\nanswer: "Hi\."/);
    const own = event('question-asked', { request: { callId: 'q1', ceiling: 'trusted' } });
    expect(shown([answer, own])).toContain('ceiling: trusted');
  });

  test('is hidden from the client only where the same answer went on', () => {
    const refused = event('call-refused', { callId: 'c1', reason: 'x' });
    const turn = [decided('c1'), refused, labelled];
    const next = (subject: string): LoggedEvent =>
      event('step-labelled', { kind: 'strict', step: 2 }, { subject });
    expect(shown([...turn, next('a1')])).toContain('hidden from the client');
    expect(shown([...turn, next('a2')])).not.toContain('hidden');
    expect(shown(turn)).not.toContain('hidden');
    expect(shown([...turn, decided('c2'), next('a1')])).not.toContain('hidden');
  });
});

test('where something is above the clearance, that is all that is told of it', () => {
  const hidden = { isHidden: true };
  const answer = { kind: 'no', by: ['ann'], reason: '[redacted]' };
  const text = shown(
    [
      decided('c1', {
        tool: '[redacted]',
        decision: { ...allowed, kind: 'ask', rule: '[redacted]' },
      }),
      event('question-asked', { request: { callId: 'c1' } }, hidden),
      event('question-answered', { callId: 'c1', answer }, hidden),
      event('relevance-found', { relevance: { kind: 'all', because: '[redacted]' } }, hidden),
    ].map((each) => ({ ...each, ...hidden })),
  );
  expect(text).toContain('call: above your clearance');
  expect(text).toContain('question: no by ann');
  expect(text).not.toContain('[redacted]');
});

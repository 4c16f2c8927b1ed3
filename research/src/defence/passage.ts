import type { Store } from '@sluice/gateway';
import * as z from 'zod';
import { checkRuns } from '../check/check.ts';
import type { NamedCall } from '../person/simulated-person.ts';
import type { AskedQuestion, ExecutedCall, Moment } from '../trial/trial.ts';
import type { Passage } from './defence.ts';

export interface PassageOptions {
  /** The text of the policy. */
  readonly policy: string;
  readonly executed: readonly ExecutedCall[];
  readonly isOwn: (call: NamedCall) => boolean;
}

/** An event as a gateway stores it. */
export type EventRow = Awaited<ReturnType<Store['events']['list']>>[number];

const objection = z.object({ argument: z.string(), from: z.string(), path: z.string() });

/** The parsed fields of an event in the gateway's log; the others are ignored. */
const logEvent = z.object({
  type: z.string(),
  label: z.string().optional(),
  kind: z.string().optional(),
  callId: z.string().optional(),
  tool: z.string().optional(),
  args: z.string().optional(),
  text: z.string().optional(),
  rule: z.string().optional(),
  reason: z.string().optional(),
  because: z.string().optional(),
  purpose: z.string().optional(),
  relevance: z.object({ kind: z.string() }).optional(),
  decision: z.object({ kind: z.string() }).optional(),
  answer: z.object({ kind: z.enum(['yes', 'no', 'none']) }).optional(),
  output: z
    .unknown()
    .optional()
    .transform((output) =>
      output === undefined || typeof output === 'string' ? output : JSON.stringify(output),
    ),
  reply: z
    .object({
      usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }).optional(),
    })
    .optional(),
  request: z
    .object({
      callId: z.string(),
      tool: z.string(),
      args: z.string(),
      violations: z.array(z.object({ dimension: z.string(), argument: z.string() })),
      evidence: z.array(objection),
    })
    .optional(),
});

const textMax = 400;

/** Reads a trial's events: what it cost, what was asked, what a report shows. */
export async function passageOf(
  rows: readonly EventRow[],
  { policy, executed, isOwn }: PassageOptions,
): Promise<Passage> {
  const events = rows.map(({ payload = '{}', type }) => {
    const event: unknown = JSON.parse(payload);
    return logEvent.parse(typeof event === 'object' ? { type, ...event } : { type });
  });
  return {
    cost: costOf(events),
    questions: questionsOf(events, isOwn),
    checked: await checkRuns(rows, { policy, executed }),
    moments: events.flatMap(momentsOf),
  };
}

const narrower: ReadonlySet<string> = new Set(['regeneration', 'control']);

function costOf(events: readonly LogEvent[]): Passage['cost'] {
  const generations = events.filter(
    ({ type }) => type === 'generation-finished' || type === 'generation-failed',
  );
  const found = events.flatMap(({ relevance }) => relevance ?? []);
  const usages = generations.map(({ reply }) => reply?.usage);
  return {
    modelCalls: generations.length,
    steps: events.filter(({ type }) => type === 'step-labelled').length,
    propagations: found.length,
    everythingRelevant: found.filter(({ kind }) => kind === 'all').length,
    narrowed: generations.filter(({ purpose }) => narrower.has(purpose ?? '')).length,
    inputTokens: sum(usages.map((usage) => usage?.inputTokens ?? 0)),
    outputTokens: sum(usages.map((usage) => usage?.outputTokens ?? 0)),
  };
}

/** Each call of a case once, however often it was tried. */
function questionsOf(
  events: readonly LogEvent[],
  isOwn: PassageOptions['isOwn'],
): readonly AskedQuestion[] {
  const answers = new Map(
    events.flatMap(({ type, callId, answer }) =>
      type === 'question-answered' && callId !== undefined ? [[callId, answer?.kind]] : [],
    ),
  );
  const asked = events.flatMap(({ request }) => (request === undefined ? [] : [request]));
  const questions = asked.map((request) => {
    const { callId, tool, args, violations, evidence } = request;
    const answer = answers.get(callId) ?? 'none';
    const from = evidence.map((each) => `${each.argument} <- ${each.from}${each.path}`);
    const question: AskedQuestion = {
      tool,
      arguments: [...new Set(evidence.map(({ argument }) => argument))],
      from: [...new Set(from)],
      dimensions: [...new Set(violations.map(({ dimension }) => dimension))],
      own: isOwn({ tool, args }),
      answer,
    };
    return [`${tool} ${args}`, question] as const;
  });
  return [...new Map(questions).values()];
}

function momentsOf(event: LogEvent): readonly Moment[] {
  const moment = (kind: Moment['kind'], text: string): readonly Moment[] => [
    { kind, text: text.slice(0, textMax), label: event.label },
  ];
  switch (event.type) {
    case 'step-labelled':
      return moment('step', event.kind ?? '');
    case 'call-decided':
      return moment(
        'call',
        `${event.tool ?? ''}(${event.args ?? ''}): ${event.decision?.kind ?? ''}`,
      );
    case 'call-executed':
      return moment('result', event.output ?? '');
    case 'call-refused':
      return moment('refusal', `${event.rule ?? ''}: ${event.reason ?? ''}`);
    case 'question-asked':
      return moment('question', `${event.request?.tool ?? ''}(${event.request?.args ?? ''})`);
    case 'question-answered':
      return moment('question', `answered ${event.answer?.kind ?? 'none'}`);
    case 'answer-decided':
      return moment('answer', event.text ?? '');
    case 'generation-failed':
      return moment('error', event.because ?? '');
    default:
      return [];
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

type LogEvent = z.output<typeof logEvent>;

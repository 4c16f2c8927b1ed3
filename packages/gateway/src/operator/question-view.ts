import type { LabelSpace } from '@sluice/core';
import { z } from '@hono/zod-openapi';
import type { Question } from '../store/store.ts';
import { reaches, type Operator } from './operators.ts';
import { covers } from './sight.ts';

const violation = z.object({ dimension: z.string(), argument: z.string() });

const evidenceShape = z.object({
  argument: z.string().openapi({ description: 'JSON pointer; empty for the whole' }),
  region: z.string().openapi({ description: 'Id, for `endorse` and `declassify`' }),
  how: z.string(),
  from: z.string().openapi({ description: 'system, user, assistant, or the name of a tool' }),
  path: z.string(),
  label: z.string(),
  excerpt: z.string(),
});

type Evidence = z.output<typeof evidenceShape>;

/** A question as the store holds it: the core's `ConfirmRequest`, and whose it is. */
const requestShape = z.object({
  run: z.string(),
  callId: z.string(),
  tool: z.string(),
  args: z.string(),
  label: z.string(),
  ceiling: z.string().optional(),
  rule: z.string(),
  violations: z.array(violation),
  evidence: z.array(evidenceShape),
  unsourced: z.array(z.string()),
  dutyOf: z.array(z.string()),
  hash: z.string(),
  profile: z.string().optional(),
  /** Hashes of the messages that it is about; none of a question of before they were kept. */
  about: z
    .object({
      instruction: z.string().nullable(),
      sources: z.array(z.object({ index: z.number(), hash: z.string() })),
    })
    .optional(),
  /** Name of the client's key that made the call. */
  client: z.string().optional(),
});

/** A question as it was put, parsed. */
export interface Shown {
  readonly question: Question;
  readonly request: z.output<typeof requestShape>;
  /** A label as its reader may see it. */
  readonly told: (label: string) => string;
}

export const questionState = z.enum([
  'open',
  'approved',
  'denied',
  'expired',
  'used',
  'lost',
  'withdrawn',
]);

const summaryFields = {
  id: z.string(),
  tenant: z.string(),
  run: z.string(),
  state: questionState,
  tool: z.string().openapi({ description: 'Empty: the answer is asked about' }),
  rule: z.string(),
  label: z.string(),
  askedMs: z.number(),
  expiresMs: z.number(),
  approvedBy: z.array(z.string()),
  waitingFor: z
    .array(z.string())
    .openapi({ description: 'Who must still say yes; empty: any one approver' }),
};

export const questionSummary = z.object(summaryFields).openapi('QuestionSummary');

export const questionDetail = z
  .object({
    ...summaryFields,
    callId: z.string(),
    profile: z.string().nullable(),
    args: z.string().openapi({ description: 'Canonical JSON of the arguments that will run' }),
    ceiling: z.string().nullable().openapi({ description: 'null: never without a person' }),
    violations: z.array(violation),
    evidence: z.array(evidenceShape),
    unsourced: z.array(z.string()),
    deciding: z.array(z.string()).openapi({
      description: 'JSON pointers of arguments that are above their ceiling, or come from what is',
    }),
    dutyOf: z.array(z.string()),
    deniedBy: z.string().nullable(),
    words: z.string().nullable(),
    hash: z.string().openapi({ description: 'What is approved is what has this hash' }),
  })
  .openapi('Question');

/**
 * The question as this operator may see it; `undefined` where they may not. Fail closed: what does
 * not parse, contradicts its own row, or shows a region above the clearance is not shown at all.
 */
export function shownTo(operator: Operator, question: Question): Shown | undefined {
  const { tenant, label, hash, callId } = question;
  if (!reaches(operator, tenant) || !operator.sees(tenant, label)) return undefined;
  const request = parsedRequest(question.request);
  if (request === undefined) return undefined;
  const isWhole = request.label === label && request.hash === hash && request.callId === callId;
  const isCleared = request.evidence.every((each) => operator.sees(tenant, each.label));
  const told = (text: string): string => operator.told(tenant, text);
  return isWhole && isCleared ? { question, request, told } : undefined;
}

function parsedRequest(json: string): Shown['request'] | undefined {
  try {
    return requestShape.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** Pure: a question that nobody answered in time is over, whether or not that is recorded yet. */
export function stateAt({ state: stored, expiresMs }: Question, nowMs: number): Question['state'] {
  const canEnd = stored === 'open' || stored === 'approved';
  return canEnd && expiresMs <= nowMs ? 'expired' : stored;
}

export function summaryOf(
  { question, request, told }: Shown,
  nowMs: number,
): z.output<typeof questionSummary> {
  const { id, tenant, run, label, askedMs, expiresMs, approvedBy } = question;
  return {
    id,
    tenant,
    run,
    state: stateAt(question, nowMs),
    tool: request.tool,
    rule: request.rule,
    label: told(label),
    askedMs,
    expiresMs,
    approvedBy: [...approvedBy],
    waitingFor: request.dutyOf.filter((name) => !approvedBy.includes(name)),
  };
}

/** Where somebody looks for what to decide: those that matter come first, however many others. */
export function detailOf(
  shown: Shown,
  { nowMs, spaces }: { readonly nowMs: number; readonly spaces: readonly LabelSpace[] },
): z.output<typeof questionDetail> {
  const { question, request, told } = shown;
  const { args, violations, unsourced, dutyOf, evidence } = request;
  // Without a ceiling, all that is not of the bottom could be why it is asked about.
  const clearance = request.ceiling ?? 'bottom';
  const isAbove = ({ label }: Evidence): boolean => !covers(spaces, { label, clearance });
  const above = evidence.filter(isAbove);
  const named = [...violations, ...above].map(({ argument }) => argument);
  return {
    ...summaryOf(shown, nowMs),
    callId: question.callId,
    profile: request.profile ?? null,
    args,
    // Where it names readers, these stand in the arguments.
    ceiling: request.ceiling ?? null,
    violations,
    evidence: [...above, ...evidence.filter((each) => !isAbove(each))].map((each) => {
      return { ...each, label: told(each.label) };
    }),
    unsourced,
    deciding: [...new Set(named)].filter((argument) => argument !== ''),
    dutyOf,
    deniedBy: question.deniedBy ?? null,
    words: question.words ?? null,
    hash: question.hash,
  };
}

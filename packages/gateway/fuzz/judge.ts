import type { LabelSpace } from '@sluice/core';
import { eventsIn, joinedFields, type Outcome } from './client.ts';
import type { BareEvent, Target } from './process.ts';
import type { Watch } from './watch.ts';

/** A fault of the gateway, without the values. */
export interface Finding {
  readonly kind: 'crash' | 'leak';
  readonly because: string;
}

export interface Seen {
  readonly outcome: Outcome;
  /** The requests to the provider meanwhile, in order. */
  readonly sent: readonly string[];
  /** The gateway's log and output meanwhile. */
  readonly said: readonly string[];
}

export interface Verdict {
  readonly findings: readonly Finding[];
  /** Requests upstream with secrets that were compared with their generation's label. */
  readonly labelled: number;
}

export interface Context {
  readonly watch: Watch;
  readonly target: Target;
  readonly space: LabelSpace;
}

/** The faults that count for any request: in the log, and a missing answer. */
export function alarms(
  { outcome, said }: Pick<Seen, 'outcome' | 'said'>,
  { watch, target }: Pick<Context, 'watch' | 'target'>,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const text of said) {
    if (watch.in(text).length > 0) findings.push({ kind: 'leak', because: 'in a line of the log' });
    if (/Unhandled|TypeError|ERR_/.test(text)) findings.push({ kind: 'crash', because: text });
  }
  if (target.ended !== undefined) findings.push({ kind: 'crash', because: target.ended });
  if (outcome.kind === 'hung') findings.push({ kind: 'crash', because: 'no answer' });
  if (outcome.kind === 'broken') findings.push({ kind: 'crash', because: 'connection broken' });
  return findings;
}

/** Looks at one request to a guarded route, and all that came of it. */
export async function judge({ outcome, sent, said }: Seen, context: Context): Promise<Verdict> {
  const { watch, target, space } = context;
  const findings = [...alarms({ outcome, said }, context)];
  const leak = (because: string): void => void findings.push({ kind: 'leak', because });
  for (const body of sent) {
    if (watch.in(body).some(({ level }) => level === 'secret'))
      leak('secret in a request upstream');
  }
  if (outcome.kind !== 'received') return { findings, labelled: 0 };
  const { text, headers, status, decision } = outcome.received;
  const whole = `${text}\n${headers}\n${joinedFields(eventsIn(text))}`;
  for (const { level } of watch.in(whole)) leak(`${level} in a response of status ${status}`);
  if (text.includes('gateway_failed'))
    findings.push({ kind: 'crash', because: `${status}: ${text}` });
  const events = decision === undefined ? [] : await target.events(decision);
  const made = events.filter(({ type }) => type.startsWith('generation-'));
  // Where the record of a turn was not kept, or two requests ran at once, nothing can be told.
  if (made.length !== sent.length) return { findings, labelled: 0 };
  findings.push(...uncovered(made, { sent, watch, space }));
  return { findings, labelled: sent.filter((body) => watch.in(body).length > 0).length };
}

/** Requests upstream that hold what the label of their own generation does not cover. */
function uncovered(
  made: readonly BareEvent[],
  { sent, watch, space }: { sent: readonly string[]; watch: Watch; space: LabelSpace },
): readonly Finding[] {
  return sent.flatMap((body, at): readonly Finding[] => {
    const label = made[at]?.label ?? '';
    if (label === '') return [];
    const shown = watch.in(body).map(({ level }) => space.parse(labelTexts[level]));
    const isCovered = shown.every((each) => space.flowsTo(each, space.parse(label)));
    return isCovered ? [] : [{ kind: 'leak', because: `upstream, above the label ${label}` }];
  });
}

/** The least that the policy says of results which hold such a secret. */
const labelTexts = {
  internal: 'untrusted & internal',
  secret: 'trusted & secret',
} as const;

import { SluiceError, type Decision, type RefusalReason } from '@sluice/core';
import { fieldsOf } from '../../files.ts';
import { linesOf, recordCharactersMax } from '../../replay/lines.ts';
import type { Fault } from '../../replay/record.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One decision as a log holds it: labels are still text, for only a policy can read them. */
export interface LoggedDecision {
  /** The call's id; of an answer, the run and the number of the event. */
  readonly id: string;
  readonly run: string;
  readonly step: number;
  readonly seq: number;
  /** Empty for an answer. */
  readonly tool: string;
  /** Canonical JSON of the arguments, or the answer's text. */
  readonly text: string;
  readonly label: string;
  readonly decision: Decision;
  readonly evidence: readonly LoggedEvidence[];
  readonly unsourced: readonly string[];
}

export interface LoggedEvidence {
  readonly argument: string;
  readonly region: string;
  readonly how: string;
  readonly from: string;
  readonly path: string;
  readonly label: string;
  readonly excerpt: string;
}

export type LogEntry =
  | {
      readonly kind: 'started';
      readonly run: string;
      readonly tools: ReadonlyMap<string, ReadonlySet<string>>;
    }
  | { readonly kind: 'decided'; readonly decision: LoggedDecision }
  | { readonly kind: 'unreadable'; readonly line: number };

/**
 * The events of a log, one a line as `onEvent` gives them. Where several runs share a log, each
 * line names its own in `run`; otherwise a line belongs to the run that started last.
 */
export async function* entriesIn(file: string): AsyncGenerator<LogEntry> {
  let current = '';
  for await (const line of linesOf(file, {
    charactersMax: recordCharactersMax,
    onBytes: undefined,
  })) {
    if (line.kind === 'fault' && isUnread(line.because)) throw unopened(file);
    const event = line.kind === 'line' ? eventIn(line.text) : undefined;
    if (event === undefined) {
      yield { kind: 'unreadable', line: line.line };
      continue;
    }
    if (event['type'] === 'run-started') current = textOr(event['run'], '');
    yield* entryOf(event, { run: textOr(event['run'], current), line: line.line });
  }
}

function isUnread(because: Fault): boolean {
  return because === 'unopened' || because === 'not-zipped';
}

function unopened(file: string): SluiceError {
  return new SluiceError('file-unreadable', `cannot read \`${file}\``, {
    hint: 'give a log of events, one JSON object a line, as `onEvent` hands them over',
  });
}

function eventIn(text: string): Fields | undefined {
  try {
    const event = fieldsOf(JSON.parse(text));
    return typeof event['type'] === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}

function entryOf(
  event: Fields,
  place: { readonly run: string; readonly line: number },
): readonly LogEntry[] {
  switch (event['type']) {
    case 'run-started':
      return [{ kind: 'started', run: place.run, tools: toolsIn(event['tools']) }];
    case 'call-decided':
    case 'answer-decided': {
      const decision = decisionIn(event, place.run);
      return decision === undefined
        ? [{ kind: 'unreadable', line: place.line }]
        : [{ kind: 'decided', decision }];
    }
    default:
      return [];
  }
}

/** The declared tools, each with the arguments that it declares. */
function toolsIn(tools: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    listOf(tools).map((tool) => {
      const { name, parameters } = fieldsOf(tool);
      const properties = Object.keys(fieldsOf(fieldsOf(parameters)['properties']));
      return [textOr(name, ''), new Set(properties)] as const;
    }),
  );
}

function decisionIn(event: Fields, run: string): LoggedDecision | undefined {
  const { seq, step, label, tool, args, text, callId } = event;
  const decision = parseDecision(fieldsOf(event['decision']));
  if (decision === undefined || typeof label !== 'string' || typeof seq !== 'number')
    return undefined;
  const { evidence, unsourced } = fieldsOf(event['explanation']);
  return {
    id: textOr(callId, `${run}:${seq}`),
    run,
    step: typeof step === 'number' ? step : 0,
    seq,
    tool: textOr(tool, ''),
    text: textOr(args ?? text, ''),
    label,
    decision,
    evidence: listOf(evidence).map(evidenceIn),
    unsourced: listOf(unsourced).filter((argument) => typeof argument === 'string'),
  };
}

function evidenceIn(value: unknown): LoggedEvidence {
  const { argument, region, how, from, path, label, excerpt } = fieldsOf(value);
  return {
    argument: textOr(argument, ''),
    region: textOr(region, ''),
    how: textOr(how, ''),
    from: textOr(from, ''),
    path: textOr(path, ''),
    // What has no label may be anything.
    label: textOr(label, 'top'),
    excerpt: textOr(excerpt, ''),
  };
}

function parseDecision(value: Fields): Decision | undefined {
  const { kind, rule, wouldBe, reason } = value;
  if (typeof rule !== 'string') return undefined;
  const violations = listOf(value['violations']).map((one) => {
    const { dimension, argument } = fieldsOf(one);
    return { dimension: textOr(dimension, ''), argument: textOr(argument, '') };
  });
  if (kind === 'ask') return { kind, rule, violations };
  if (kind === 'allow') {
    if (wouldBe === undefined) return { kind, rule, violations };
    return wouldBe === 'ask' || wouldBe === 'deny'
      ? { kind, rule, violations, wouldBe }
      : undefined;
  }
  const known = reasons.find((one) => one === reason);
  return kind === 'deny' && known !== undefined
    ? { kind, rule, violations, reason: known }
    : undefined;
}

const reasons: readonly RefusalReason[] = [
  'label-above-ceiling',
  'tool-unknown',
  'nobody-to-ask',
  'approver-not-cleared',
  'duty-not-separated',
  'person-said-no',
  'no-answer-in-time',
  'confirmation-mismatch',
  'limit-reached',
  'call-truncated',
  'arguments-unparseable',
  'arguments-invalid',
  'argument-not-allowed',
  'duplicate-keys',
  'placeholder-in-argument',
  'policy-failed',
];

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

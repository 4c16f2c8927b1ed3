import { fieldsOf } from '../json.ts';
import {
  decisionIn,
  listOf,
  stepIn,
  textOr,
  type Fields,
  type LoggedDecision,
  type LoggedEvent,
} from './read-log.ts';

/** One step of a run: how it came to its label, and what was decided in it. */
export interface LoggedStep {
  readonly run: string;
  readonly step: number;
  /** The causes of the step's label; `undefined` where nothing of that is there. */
  readonly choice: Choice | undefined;
  readonly decisions: readonly Decided[];
}

export interface Choice {
  /** The answer of a gateway that the step belongs to; empty in a log. */
  readonly answer: string;
  readonly label: string;
  /** A `StepKind`; empty where the step came to no label. */
  readonly kind: string;
  readonly relevance: Relevant | undefined;
  /** The purpose of each generation, and why it failed where it did. */
  readonly generations: readonly { readonly purpose: string; readonly failed: string }[];
}

export type Relevant =
  | { readonly kind: 'regions'; readonly regions: readonly string[] }
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'all'; readonly because: string }
  | { readonly kind: 'hidden' };

/** A decision, what was asked about it, and what came of it. */
export interface Decided {
  readonly logged: LoggedDecision;
  readonly isHidden: boolean;
  readonly asked: Asked | undefined;
  readonly executed: { readonly label: string } | undefined;
  /** Why the call was not made. */
  readonly refused: string | undefined;
}

export interface Asked {
  readonly callId: string;
  /** `undefined` where no label makes the call automatic, or the reader may not see it. */
  readonly ceiling: string | undefined;
  readonly answer: Answered | undefined;
}

export interface Answered {
  readonly kind: string;
  readonly by: readonly string[];
  /** The person's words; empty where there are none, or the reader may not see them. */
  readonly words: string;
}

/** Puts events together as steps, in order. What belongs to no step is left out. */
export function stepsOf(events: readonly LoggedEvent[]): readonly LoggedStep[] {
  const grouped = new Map<string, LoggedEvent[]>();
  for (const event of events) {
    if (!('step' in event.fields) && decisionIn(event) === undefined) continue;
    const key = JSON.stringify([event.run, stepIn(event.fields)]);
    grouped.set(key, [...(grouped.get(key) ?? []), event]);
  }
  return [...grouped.values()].map((own) => stepOf(own, events));
}

function stepOf(own: readonly LoggedEvent[], all: readonly LoggedEvent[]): LoggedStep {
  const [first] = own;
  return {
    run: first?.run ?? '',
    step: stepIn(first?.fields ?? {}),
    choice: choiceIn(own),
    decisions: own.flatMap((event) => {
      const logged = decisionIn(event);
      return logged === undefined ? [] : [decided(event, logged, { own, all })];
    }),
  };
}

function choiceIn(own: readonly LoggedEvent[]): Choice | undefined {
  const labelled = ofType(own, 'step-labelled').at(-1);
  const found = ofType(own, 'relevance-found').at(-1);
  const generated = own.filter(({ fields }) =>
    textOr(fields['type'], '').startsWith('generation-'),
  );
  const some = labelled ?? found ?? generated.at(-1);
  if (some === undefined) return undefined;
  return {
    answer: some.subject,
    label: labelled?.label ?? '',
    kind: textOr(labelled?.fields['kind'], ''),
    relevance: found && relevantIn(found),
    generations: generated.map(({ fields }) => ({
      purpose: textOr(fields['purpose'], ''),
      failed: textOr(fields['because'], ''),
    })),
  };
}

function relevantIn({ fields, isHidden }: LoggedEvent): Relevant {
  const { kind, regions, label, because } = fieldsOf(fields['relevance']);
  if (isHidden) return { kind: 'hidden' };
  if (kind === 'regions') return { kind, regions: listOf(regions).map((id) => textOr(id, '')) };
  if (kind === 'label') return { kind, label: textOr(label, 'top') };
  return { kind: 'all', because: textOr(because, '') };
}

interface Around {
  /** Events of the same step, and all that there are: what comes of a call may come later. */
  readonly own: readonly LoggedEvent[];
  readonly all: readonly LoggedEvent[];
}

function decided(event: LoggedEvent, logged: LoggedDecision, { own, all }: Around): Decided {
  const { isHidden, run } = event;
  const callId = logged.tool === '' ? askedAboutAnswer(own) : logged.id;
  const about = all.filter((each) => each.run === run && callIdOf(each) === callId);
  const executed = ofType(about, 'call-executed').at(-1);
  const refused = ofType(about, 'call-refused').at(-1);
  return {
    logged,
    isHidden,
    asked: askedIn(about, callId),
    executed: executed && { label: executed.label },
    refused: refused && textOr(refused.fields['reason'], ''),
  };
}

/** A question about an answer has an id of its own, which no decision on a call has. */
function askedAboutAnswer(own: readonly LoggedEvent[]): string {
  const calls = new Set(ofType(own, 'call-decided').map(callIdOf));
  const ids = ofType(own, 'question-asked').map(callIdOf);
  return ids.find((id) => !calls.has(id)) ?? '';
}

function askedIn(about: readonly LoggedEvent[], callId: string): Asked | undefined {
  const asked = ofType(about, 'question-asked').at(-1);
  const answered = ofType(about, 'question-answered').at(-1);
  // Where a framework asks, the answer alone is recorded, with the ceiling.
  const ceiling = fieldsOf(asked?.fields['request'])['ceiling'] ?? answered?.fields['ceiling'];
  if (asked === undefined && answered === undefined) return undefined;
  return {
    callId,
    ceiling: typeof ceiling === 'string' ? ceiling : undefined,
    answer: answered && answerIn(answered),
  };
}

function answerIn({ fields, isHidden }: LoggedEvent): Answered {
  const { kind, by, reason } = fieldsOf(fields['answer']);
  return {
    kind: textOr(kind, 'none'),
    by: listOf(by).map((name) => textOr(name, '')),
    words: isHidden ? '' : textOr(reason, ''),
  };
}

function callIdOf({ fields }: LoggedEvent): string {
  const request: Fields = fieldsOf(fields['request']);
  return textOr(fields['callId'] ?? request['callId'], '');
}

function ofType(events: readonly LoggedEvent[], type: string): readonly LoggedEvent[] {
  return events.filter(({ fields }) => fields['type'] === type);
}

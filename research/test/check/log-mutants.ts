import { Choices } from './random.ts';
import type { CarriedOut } from './record-session.ts';

/** An event as its JSON, to be tampered with. */
export type Json = Readonly<Record<string, unknown>>;

export interface Log {
  readonly events: readonly Json[];
  readonly executed: readonly CarriedOut[];
}

/** One way to tamper with a record; `undefined`: this record has no place for it. */
export interface LogMutant {
  readonly name: string;
  readonly finds: 'a difference' | 'a violation';
  readonly tamper: (log: Log, choices: Choices) => Log | undefined;
}

function fieldsOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function callsOf(event: Json): readonly unknown[] {
  const { calls } = fieldsOf(event['reply']);
  return Array.isArray(calls) ? calls : [];
}

/** Changes one of the events that a change applies to. */
function changed(
  name: string,
  change: (event: Json) => Json | undefined,
  finds: LogMutant['finds'] = 'a difference',
): LogMutant {
  return {
    name,
    finds,
    tamper: ({ events, executed }, choices) => {
      const places = events.flatMap((event, at) => {
        const other = change(event);
        return other === undefined ? [] : [{ at, other }];
      });
      const [first, ...rest] = places;
      if (first === undefined) return undefined;
      const { at, other } = choices.pick([first, ...rest]);
      return { events: events.with(at, other), executed };
    },
  };
}

function lowered(type: string): LogMutant {
  return changed(`the label of ${type} is lowered`, (event) => {
    const isHigh = event['type'] === type && event['label'] !== 'trusted & everyone';
    return isHigh ? { ...event, label: 'bottom' } : undefined;
  });
}

/** Leaves one event out that is not the last. */
function dropped(type: string, isRenumbered: boolean): LogMutant {
  return {
    name: `a ${type} is dropped${isRenumbered ? ', and nothing is missing in the numbers' : ''}`,
    finds: 'a difference',
    tamper: ({ events, executed }, choices) => {
      // If there are two in a row, the one that is left may be what an honest run records.
      const isAlone = (at: number): boolean =>
        !isRenumbered || ![events[at - 1], events[at + 1]].some((near) => near?.['type'] === type);
      const places = events
        .slice(0, -1)
        .flatMap((event, at) => (event['type'] === type && isAlone(at) ? [at] : []));
      const [first, ...rest] = places;
      if (first === undefined) return undefined;
      const left = events.toSpliced(choices.pick([first, ...rest]), 1);
      return { events: isRenumbered ? numbered(left) : left, executed };
    },
  };
}

function numbered(events: readonly Json[]): readonly Json[] {
  return events.map((event, seq) => ({ ...event, seq }));
}

/** Puts an event behind one of those that `make` makes one of, and numbers all anew. */
function inserted(
  name: string,
  make: (event: Json, log: readonly Json[]) => Json | undefined,
): LogMutant {
  return {
    name,
    finds: 'a violation',
    tamper: ({ events, executed }, choices) => {
      const places = events.flatMap((event, at) => {
        const made = make(event, events);
        return made === undefined ? [] : [{ at, made }];
      });
      const [first, ...rest] = places;
      if (first === undefined) return undefined;
      const { at, made } = choices.pick([first, ...rest]);
      return { events: numbered(events.toSpliced(at + 1, 0, made)), executed };
    },
  };
}

const executedOf = ({ callId, label, step }: Json): Json => {
  return { type: 'call-executed', callId, label, step, output: 'sent', seq: 0, atMs: 0 };
};

/** A session's record does not say if an answer went out. */
function isOfCall({ callId }: Json): boolean {
  return String(callId).startsWith('call_');
}

const allowed = { kind: 'allow', rule: 'pay', violations: [] };

export const logMutants: readonly LogMutant[] = [
  ...[
    'step-labelled',
    'generation-finished',
    'relevance-found',
    'call-decided',
    'call-executed',
    'call-refused',
    'question-asked',
    'question-answered',
    'answer-decided',
    'turn-started',
  ].map(lowered),
  changed('the label of read-replayed is raised', (event) =>
    event['type'] === 'read-replayed' ? { ...event, label: 'top' } : undefined,
  ),
  changed('the label of a narrow view is raised', (event) =>
    event['purpose'] === 'regeneration' ? { ...event, label: 'top' } : undefined,
  ),
  ...[
    'run-started',
    'turn-started',
    'generation-finished',
    'relevance-found',
    'step-labelled',
    'call-decided',
    'call-executed',
    'call-refused',
    'question-asked',
    'question-answered',
    'answer-decided',
    'read-replayed',
  ].map((type) => dropped(type, false)),
  ...[
    'generation-finished',
    'relevance-found',
    'step-labelled',
    'call-decided',
    'call-refused',
    'question-asked',
    'answer-decided',
    'read-replayed',
  ].map((type) => dropped(type, true)),
  {
    name: 'two events change places',
    finds: 'a difference',
    tamper: ({ events, executed }, choices) => {
      const at = choices.below(events.length - 1);
      const [one = {}, two = {}] = events.slice(at, at + 2);
      return { events: events.toSpliced(at, 2, two, one), executed };
    },
  },
  changed('a refusal is written as a permission', (event) => {
    const { kind } = fieldsOf(event['decision']);
    const isRefused = event['type'] === 'call-decided' && kind !== 'allow';
    return isRefused ? { ...event, decision: allowed } : undefined;
  }),
  changed('a permission is written as a refusal', (event) => {
    const { kind, rule } = fieldsOf(event['decision']);
    const decision = { kind: 'deny', rule, reason: 'label-above-ceiling', violations: [] };
    return kind === 'allow' && event['type'] === 'call-decided'
      ? { ...event, decision }
      : undefined;
  }),
  changed('another dimension is said to be violated', (event) => {
    const decision = fieldsOf(event['decision']);
    const violations = decision['violations'];
    if (!Array.isArray(violations) || violations.length === 0) return undefined;
    const other = violations.map((each) => ({ ...fieldsOf(each), dimension: 'other' }));
    return { ...event, decision: { ...decision, violations: other } };
  }),
  changed('the arguments that were decided on are others', (event) =>
    event['type'] === 'call-decided' ? { ...event, args: '{"to":"mallory"}' } : undefined,
  ),
  {
    name: 'the arguments that the model wrote are others',
    finds: 'a difference',
    tamper: ({ events, executed }) => {
      const at = events.findIndex((event, index) => {
        const isOutput = events[index + 1]?.['type'] === 'step-labelled';
        return isOutput && callsOf(event).length > 0;
      });
      const event = events[at] ?? {};
      const calls = callsOf(event).map((call) => ({ ...fieldsOf(call), args: '{"to":"mallory"}' }));
      const other = { ...event, reply: { ...fieldsOf(event['reply']), calls } };
      return at === -1 ? undefined : { events: events.with(at, other), executed };
    },
  },
  changed(
    'a refused call is carried out',
    (event) => {
      return event['type'] === 'call-refused' ? executedOf(event) : undefined;
    },
    'a violation',
  ),
  changed('a call that needs a person is carried out before one is asked', (event) => {
    return event['type'] === 'question-asked'
      ? executedOf({ ...event, callId: fieldsOf(event['request'])['callId'] })
      : undefined;
  }),
  inserted('a call is carried out twice', (event) =>
    event['type'] === 'call-executed' ? executedOf(event) : undefined,
  ),
  inserted('a call is carried out that never was', (event) =>
    event['type'] === 'turn-started'
      ? executedOf({ ...event, callId: 'call_of_nobody' })
      : undefined,
  ),
  {
    name: 'the client carries out other arguments',
    finds: 'a violation',
    tamper: ({ events, executed: [first, ...rest] }) =>
      first && { events, executed: [{ ...first, args: '{"to":"mallory"}' }, ...rest] },
  },
  {
    name: 'the client carries out a call once more',
    finds: 'a violation',
    tamper: ({ events, executed }) => {
      const once = executed.find((call) => count(executed, call) === count(given(events), call));
      return once && { events, executed: [...executed, once] };
    },
  },
  {
    name: 'the client carries out a call that was refused',
    finds: 'a violation',
    tamper: ({ events, executed }) => {
      const refused = given(events, 'call-refused').find((call) => count(executed, call) === 0);
      return refused && { events, executed: [...executed, refused] };
    },
  },
  changed('a no is written as a yes', (event) => {
    const isNo = isOfCall(event) && fieldsOf(event['answer'])['kind'] === 'no';
    return isNo ? { ...event, answer: { kind: 'yes', by: ['ann', 'bob'], hash: '' } } : undefined;
  }),
  changed('a yes is to another question', (event) => {
    const answer = fieldsOf(event['answer']);
    return isOfCall(event) && answer['kind'] === 'yes'
      ? { ...event, answer: { ...answer, hash: '0' } }
      : undefined;
  }),
  changed('a yes is from nobody', (event) => {
    const answer = fieldsOf(event['answer']);
    return isOfCall(event) && answer['kind'] === 'yes'
      ? { ...event, answer: { ...answer, by: [] } }
      : undefined;
  }),
  ...['ceiling', 'label', 'args', 'tool', 'rule', 'run', 'hash'].map((field) =>
    changed(`the ${field} that a person was shown is another`, (event) => {
      if (event['type'] !== 'question-asked') return undefined;
      const other = field === 'ceiling' || field === 'label' ? 'bottom' : 'other';
      const request = fieldsOf(event['request']);
      return { ...event, request: { ...request, [field]: other } };
    }),
  ),
  changed('a person was shown what is above the question', (event) => {
    const request = fieldsOf(event['request']);
    const { evidence } = request;
    if (!Array.isArray(evidence) || evidence.length === 0) return undefined;
    if (event['label'] === 'untrusted & nobody') return undefined;
    const higher = evidence.map((each) => ({ ...fieldsOf(each), label: 'top' }));
    return { ...event, request: { ...request, evidence: higher } };
  }),
  changed('a result reads otherwise, so that its label is another', (event) => {
    const parts = fieldsOf(event['output'])['parts'];
    const text = Array.isArray(parts) ? fieldsOf(parts[0])['text'] : undefined;
    if (typeof text !== 'string' || text === '[]' || !text.startsWith('[')) return undefined;
    if (event['label'] === 'untrusted & nobody') return undefined;
    return { ...event, output: { parts: [{ kind: 'text', text: '[]' }], failed: false } };
  }),
  changed('what was relevant is left out', (event) => {
    const isHigh = event['type'] === 'relevance-found' && event['label'] !== 'trusted & everyone';
    const none = { kind: 'regions', regions: [], evidence: [], unsourced: [] };
    return isHigh ? { ...event, relevance: none } : undefined;
  }),
  changed('a region is relevant that does not exist', (event) => {
    const isLow = event['type'] === 'relevance-found' && event['label'] === 'trusted & everyone';
    return isLow && Number(event['step']) > 3
      ? { ...event, relevance: { kind: 'regions', regions: ['m999'], evidence: [], unsourced: [] } }
      : undefined;
  }),
  changed('a read did not come out as it is said', (event) =>
    event['type'] === 'read-replayed'
      ? { ...event, identical: event['identical'] !== true }
      : undefined,
  ),
  changed('a view was made for another purpose', (event) =>
    event['purpose'] === 'regeneration' ? { ...event, purpose: 'draft' } : undefined,
  ),
  changed('a step is of another kind', (event) => {
    if (event['type'] !== 'step-labelled') return undefined;
    const kind = event['kind'] === 'regenerated' ? 'draft-whole' : 'regenerated';
    return { ...event, kind };
  }),
  changed('a refusal has another reason', (event) => {
    const isOther = event['type'] === 'call-refused' && event['reason'] !== 'limit-reached';
    return isOther ? { ...event, reason: 'limit-reached' } : undefined;
  }),
  {
    name: 'another policy decided',
    finds: 'a violation',
    tamper: ({ events }) =>
      events.some(({ type }) => type === 'call-executed')
        ? {
            events: events.map((event) => ('policy' in event ? { ...event, policy: '0' } : event)),
            executed: [],
          }
        : undefined,
  },
  {
    name: 'the numbers leave some out',
    finds: 'a difference',
    tamper: ({ events, executed }) => {
      const last = { ...events.at(-1), seq: events.length };
      return { events: [...events.slice(0, -1), last], executed };
    },
  },
  {
    name: 'another event stands at the end, which cannot be read',
    finds: 'a difference',
    tamper: ({ events, executed }) => {
      const last = { type: 'call-executed', seq: events.length, callId: 'call_of_nobody' };
      return { events: [...events, last], executed };
    },
  },
  changed('a call has the id of another', (event) =>
    event['type'] === 'call-decided' ? { ...event, callId: 'call_of_nobody' } : undefined,
  ),
  changed('an event cannot be read', (event) =>
    event['type'] === 'step-labelled' ? { ...event, label: 7 } : undefined,
  ),
];

/** The calls that were decided on and came to this, as a client would carry them out. */
function given(events: readonly Json[], end = 'call-executed'): readonly CarriedOut[] {
  const ended = new Set(events.flatMap(({ type, callId }) => (type === end ? [callId] : [])));
  return events.flatMap(({ type, callId, tool, args }) =>
    type === 'call-decided' && ended.has(callId)
      ? [{ tool: String(tool), args: String(args) }]
      : [],
  );
}

function count(calls: readonly CarriedOut[], one: CarriedOut): number {
  return calls.filter(({ tool, args }) => tool === one.tool && args === one.args).length;
}

import { fieldsOf as fields } from '../../json.ts';
import { argumentsOf, declaredIn, listOf, named } from './chat-log.ts';
import {
  readingOf,
  type PlacedReading,
  type RecordedCall,
  type RecordedMessage,
  type Fault,
} from './record.ts';

type Fields = Readonly<Record<string, unknown>>;

/** So many runs of one log may be under way at once, as with conversations. */
const openRunsMax = 256;

/** True for a line of an event log (`onEvent`), or of a gateway's exported audit. */
export function isMonitorEvent(record: Fields): boolean {
  const isPlaced = typeof record['run'] === 'string' || typeof record['seq'] === 'number';
  return isPlaced && typeof record['type'] === 'string';
}

/**
 * Puts the events of a log together as runs, so that what a guarded agent did, in `log` mode above
 * all, is read like any other recorded run. Memory is bounded as with conversations.
 */
export class EventRuns {
  readonly #file: string;
  readonly #open = new Map<string, OpenRun>();
  #current = '';

  constructor(file: string) {
    this.#file = file;
  }

  /** Takes an event; returns a run that was waiting for too long, if there is one. */
  add(event: Fields, line: number): readonly PlacedReading[] {
    // A log of one run at a time names it only where it starts.
    const id = named(event['run'], this.#current);
    this.#current = id;
    const run = this.#open.get(id) ?? new OpenRun(id, line);
    // What happened last stands last, so that the first has waited longest.
    this.#open.delete(id);
    this.#open.set(id, run);
    run.add(event);
    const [oldest] = this.#open.values();
    if (this.#open.size <= openRunsMax || oldest === undefined) return [];
    this.#open.delete(oldest.id);
    return [oldest.reading(this.#file)];
  }

  /** All runs that are left. */
  end(): readonly PlacedReading[] {
    return [...this.#open.values()].map((run) => run.reading(this.#file));
  }
}

/** One reply of the model: what it said, and each call with what came of it. */
interface Reply {
  readonly step: number;
  text: string;
  readonly calls: Map<string, { readonly call: RecordedCall; result?: Result }>;
}

interface Result {
  readonly text: string;
  readonly failed: boolean;
}

class OpenRun {
  readonly id: string;
  readonly #line: number;
  readonly #entries: (RecordedMessage | Reply)[] = [];
  readonly #replies = new Map<number, Reply>();
  #model = 'unnamed';
  #declared = declaredIn([]);
  #fault: Fault | undefined;

  constructor(id: string, line: number) {
    this.id = id;
    this.#line = line;
  }

  add(event: Fields): void {
    // A line of an audit holds the event in `payload`, unless it is kept as its hash or not at all.
    const isKept = !('payload' in event) || typeof event['payload'] === 'object';
    if (!isKept || event['payload'] === null || event['redacted'] === true) this.#fault = 'hidden';
    const payload = 'payload' in event ? fields(event['payload']) : event;
    switch (event['type']) {
      case 'run-started':
      case 'tools-declared':
        this.#model = named(payload['model'], this.#model);
        this.#declared = declaredIn(payload['tools']);
        break;
      case 'turn-started': {
        const role = payload['role'] === 'system' ? 'system' : 'user';
        this.#entries.push({ role, text: textIn(payload['parts']) });
        break;
      }
      case 'generation-finished':
        this.#replyAt(payload).text = named(fields(payload['reply'])['text'], '');
        break;
      case 'answer-decided':
        this.#replyAt(payload).text = named(payload['text'], '');
        break;
      case 'call-decided': {
        const call = { tool: named(payload['tool'], ''), args: argumentsOf(payload['args']) };
        this.#replyAt(payload).calls.set(String(payload['callId']), { call });
        break;
      }
      case 'call-executed':
        this.#setResult(payload, outputIn(payload['output']));
        break;
      case 'call-refused':
        this.#setResult(payload, { text: 'The call was not made.', failed: true });
    }
  }

  reading(file: string): PlacedReading {
    const placed = { file, line: this.#line };
    if (this.#fault !== undefined) {
      return { ...placed, reading: { kind: 'unreadable', because: this.#fault } };
    }
    const reading = readingOf({
      suite: 'chat',
      model: this.#model,
      userTask: this.id,
      attack: undefined,
      completed: undefined,
      declared: this.#declared,
      messages: this.#entries.flatMap((entry) => ('step' in entry ? messagesOf(entry) : [entry])),
    });
    return { ...placed, reading };
  }

  /** A step is one reply, however often it was generated. */
  #replyAt({ step }: Fields): Reply {
    const at = Number(step);
    const known = this.#replies.get(at);
    if (known !== undefined) return known;
    const reply: Reply = { step: at, text: '', calls: new Map() };
    this.#replies.set(at, reply);
    this.#entries.push(reply);
    return reply;
  }

  /** A held call may run many steps after it was made. */
  #setResult({ callId }: Fields, result: Result): void {
    for (const { calls } of this.#replies.values()) {
      const made = calls.get(String(callId));
      if (made !== undefined) made.result = result;
    }
  }
}

function messagesOf({ text, calls }: Reply): readonly RecordedMessage[] {
  const made = [...calls.values()];
  const results = made.flatMap(({ call, result }): readonly RecordedMessage[] =>
    result === undefined ? [] : [{ role: 'tool', call, ...result }],
  );
  return [{ role: 'assistant', text, calls: made.map(({ call }) => call) }, ...results];
}

function outputIn(output: unknown): Result {
  if (typeof output === 'string') return { text: output, failed: false };
  const { parts, failed } = fields(output);
  return { text: textIn(parts), failed: failed === true };
}

function textIn(parts: unknown): string {
  return listOf(parts)
    .map((part) => named(fields(part)['text'], ''))
    .join('');
}

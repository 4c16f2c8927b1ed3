import type { Output } from '@sluice/core/spec';
import { canonicalArgs } from '../canonical.ts';
import type { OwnLabel } from '../lattice/lattice.ts';
import { isOf, type EventOf, type LogEvent } from '../log/event.ts';

/** The record of one call or answer, in any order. */
export class OpenItem {
  readonly tool: string;
  /** As the model wrote them. */
  readonly written: string;
  /** Canonical JSON, or as they were written where they are none. */
  readonly args: string;
  decided: EventOf<'call-decided'> | undefined;
  asked: EventOf<'question-asked'> | undefined;
  answered: EventOf<'question-answered'> | undefined;
  readonly refused: EventOf<'call-refused'>[] = [];
  readonly executed: EventOf<'call-executed'>[] = [];
  /** Where its result stands among the messages. */
  message: number | undefined;

  constructor(tool: string, written: string) {
    this.tool = tool;
    this.written = written;
    this.args = canonicalArgs(written) ?? written;
  }

  get isWaiting(): boolean {
    return this.asked !== undefined && this.answered === undefined;
  }
}

/** An output whose calls are being decided: it joins the history when none of it waits. */
export class OpenOutput {
  readonly output: Output<OwnLabel>;
  readonly step: EventOf<'step-labelled'>;
  readonly calls: readonly OpenItem[];
  /** The answer of an output without calls. */
  readonly answer: OpenItem | undefined;
  readonly texts: EventOf<'answer-decided'>[] = [];
  /** Events that belong to none of its calls. */
  readonly strays: LogEvent[] = [];
  /** Where the generation stands among the messages, once something follows it. */
  message: number | undefined;
  readonly #byId: Map<string, OpenItem> = new Map();
  #decided = 0;

  constructor(output: Output<OwnLabel>, step: EventOf<'step-labelled'>) {
    const { calls, text } = output.reply;
    this.output = output;
    this.step = step;
    this.calls = calls.map(({ tool, args }) => new OpenItem(tool, args));
    this.answer = calls.length === 0 ? new OpenItem('', text) : undefined;
  }

  /** Somebody has been asked, and has not answered. */
  get isWaiting(): boolean {
    return [...this.calls, ...(this.answer ? [this.answer] : [])].some((item) => item.isWaiting);
  }

  find(callId: string): OpenItem | undefined {
    return this.#byId.get(callId);
  }

  get ids(): readonly [string, OpenItem][] {
    return [...this.#byId];
  }

  /** Notes what happened; what belongs nowhere is kept apart. */
  note(event: LogEvent): void {
    if (!this.#noted(event)) this.strays.push(event);
  }

  #noted(event: LogEvent): boolean {
    if (isOf(event, 'answer-decided')) return this.texts.push(event) > 0;
    if (isOf(event, 'call-decided')) return this.#decide(event);
    if (isOf(event, 'question-asked')) return this.#ask(event);
    if (isOf(event, 'question-answered')) {
      const item = this.find(event.callId);
      if (item?.isWaiting !== true) return false;
      item.answered = event;
      return true;
    }
    if (isOf(event, 'call-refused')) return (this.find(event.callId)?.refused.push(event) ?? 0) > 0;
    if (isOf(event, 'call-executed'))
      return (this.find(event.callId)?.executed.push(event) ?? 0) > 0;
    return false;
  }

  /** Decisions come in the order of the calls. */
  #decide(event: EventOf<'call-decided'>): boolean {
    const item = this.calls[this.#decided];
    if (item === undefined || this.#byId.has(event.callId)) return false;
    this.#decided += 1;
    item.decided = event;
    this.#byId.set(event.callId, item);
    return true;
  }

  #ask(event: EventOf<'question-asked'>): boolean {
    const { callId, tool } = event.request;
    const item = tool === '' ? this.answer : this.find(callId);
    if (item === undefined || item.asked !== undefined) return false;
    item.asked = event;
    if (tool === '') this.#byId.set(callId, item);
    return true;
  }
}

import { raiseParts } from '@sluice/core/spec';
import { canonicalArgs } from '../canonical.ts';
import type { Findings } from '../findings.ts';
import { labelOfParts } from '../lattice/joined.ts';
import { Lost } from '../log/cursor.ts';
import type { EventOf, LogEvent } from '../log/event.ts';
import type { PolicyReading } from '../policy-reading.ts';
import type { OpenOutput } from './open-output.ts';
import type { Transcript } from './transcript.ts';

/** A call that the derivation lets run. */
export interface AllowedCall {
  readonly tool: string;
  /** Canonical JSON. */
  readonly args: string;
}

interface KnownCall extends AllowedCall {
  /** The position of its exchange in the history. */
  readonly at: number;
  readonly index: number;
  /** Why it may not run. */
  readonly refused: string | undefined;
  wasExecuted: boolean;
}

export interface CallBookIn {
  readonly run: string;
  readonly transcript: Transcript;
  readonly reading: PolicyReading;
  readonly findings: Findings;
  readonly allowed: (call: AllowedCall) => void;
}

/**
 * The calls that were decided on, and what the client says of them: each may run once, if at all.
 */
export class CallBook {
  readonly #in: CallBookIn;
  readonly #known: Map<string, KnownCall> = new Map();
  /** What some of them write comes back in the results of others. */
  readonly #decided: EventOf<'call-decided'>[] = [];

  constructor(parts: CallBookIn) {
    this.#in = parts;
  }

  /** Where the calls of these ids stand together; `undefined`: nowhere. */
  exchangeOf(callIds: readonly string[]): number | undefined {
    const at = this.#known.get(callIds[0] ?? '')?.at;
    const own = [...this.#known].filter(([, call]) => call.at === at).map(([id]) => id);
    return own.join() === callIds.join() ? at : undefined;
  }

  /** All calls that were decided on, given out or not. */
  decided({ calls }: OpenOutput): void {
    this.#decided.push(...calls.flatMap(({ decided }) => decided ?? []));
  }

  /** Takes over the calls of an output, and what has come of them already. */
  know(open: OpenOutput, at: number, refused: readonly (string | undefined)[]): void {
    for (const [index, { tool, args, executed, decided }] of open.calls.entries()) {
      const why = refused[index];
      const known = { tool, args, at, index, refused: why, wasExecuted: false };
      if (decided === undefined) continue;
      if (this.#known.has(decided.callId)) this.#differs(decided, 'the id stands twice');
      this.#known.set(decided.callId, known);
      if (why === undefined) this.#in.allowed({ tool, args });
      for (const event of executed) this.#executed(event, known, undefined);
    }
  }

  /** The calls of an output that was never given out. */
  dropped(open: OpenOutput): void {
    for (const event of open.calls.flatMap(({ executed }) => executed)) {
      this.#violates(event, 'the call was not given out');
    }
  }

  /** The client says that it carried a call out. `message`: where the result stands. */
  returned(event: EventOf<'call-executed'>, message: number): void {
    const known = this.#known.get(event.callId);
    if (known === undefined) return this.#violates(event, 'no such call was given out');
    this.#executed(event, known, message);
  }

  #executed(event: EventOf<'call-executed'>, known: KnownCall, message: number | undefined): void {
    if (known.refused !== undefined) return this.#violates(event, known.refused);
    if (known.wasExecuted) return this.#violates(event, 'it was carried out before');
    known.wasExecuted = true;
    const { reading, transcript } = this.#in;
    const { tool, at, index } = known;
    const given = reading.result({ tool, args: canonicalArgs(known.args), output: event.output });
    const own = raiseParts(reading.lattice, reading.readBack(this.#decided, tool), given);
    const result = transcript.returned(at, index, { own, message });
    if (result === undefined) throw new Lost(event);
    const label = labelOfParts(reading.lattice, result);
    if (reading.lattice.read(event.label) !== label) this.#differs(event, 'the label');
  }

  #differs({ seq, type }: LogEvent, what: string): void {
    this.#in.findings.differs({ run: this.#in.run, seq, type }, what);
  }

  #violates({ seq, type }: LogEvent, why: string): void {
    this.#in.findings.violates({ run: this.#in.run, seq, type }, why);
  }
}

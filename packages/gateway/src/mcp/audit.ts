import type { Label } from '@sluice/core';
import type { Received } from '@sluice/mcp';
import type { EventDraft, NewQuestion, Store } from '../store/store.ts';
import type { DecidedCall } from './questions.ts';

interface Place {
  readonly tenant: string;
  readonly run: string;
}

/** Writes what happens to calls into the audit, as the monitor writes it of its own. */
export class McpAudit {
  readonly #store: Pick<Store, 'commit'>;
  readonly #nowMs: () => number;
  #seq = 0;

  constructor(store: Pick<Store, 'commit'>, nowMs: () => number) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  async decided(place: Place, callId: string, call: DecidedCall): Promise<void> {
    const { tool, args, label, decision } = call;
    const explanation = { evidence: [], unsourced: [] };
    const said = { callId, tool, args, decision, explanation };
    await this.#commit(place, [this.#event('call-decided', label, said)]);
  }

  async asked(place: Place, questions: readonly NewQuestion[], label: Label): Promise<void> {
    const events = questions.map(({ callId, request }) =>
      this.#event('question-asked', label, { callId, request: JSON.parse(request) as unknown }),
    );
    await this.#commit(place, events, { questions });
  }

  /** Lies on the disk before the call is made: a use without it is told of as lost. */
  async answered(
    place: Place,
    { callId, label, answer }: { callId: string; label: Label; answer: object },
  ): Promise<void> {
    const event = this.#event('question-answered', label, { callId, answer });
    await this.#commit(place, [event], { durable: true });
  }

  async executed(
    place: Place,
    { callId, label, received }: { callId: string; label: Label; received: Received },
  ): Promise<void> {
    const { parts, failed } = received;
    const output = { parts, ...(failed && { failed }) };
    await this.#commit(place, [this.#event('call-executed', label, { callId, output })]);
  }

  #event(
    type: string,
    label: Label,
    { callId, ...said }: { readonly callId: string; readonly [name: string]: unknown },
  ): EventDraft {
    const at = { seq: this.#seq++, atMs: this.#nowMs(), step: 0 };
    const payload = JSON.stringify({ ...at, type, callId, ...said, label });
    return { type, label: label.text, subject: callId, payload };
  }

  async #commit(
    { tenant, run }: Place,
    events: readonly EventDraft[],
    more: { readonly questions?: readonly NewQuestion[]; readonly durable?: true } = {},
  ): Promise<void> {
    const { questions = [], durable } = more;
    const nothing = { entries: [], head: '{}', hashes: [] };
    const atMs = this.#nowMs();
    await this.#store.commit({ tenant, run, atMs, events, ...nothing, questions, durable });
  }
}

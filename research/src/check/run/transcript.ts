import { limits } from '@sluice/core';
import { raiseParts, type Entry, type History, type Parts } from '@sluice/core/spec';
import type { OwnLabel, OwnLattice } from '../lattice/lattice.ts';
import type { Slot } from './region-ids.ts';

/** The specification's history, and where its entries stand among the messages of the record. */
export class Transcript {
  readonly #lattice: OwnLattice;
  readonly #isClient: boolean;
  #history: History<OwnLabel> = [];
  #slots: readonly Slot[] = [];
  #messages = 0;
  /** How far it went when the client was last given something. */
  #given = { entries: 0, messages: 0 };
  /** Generations whose calls were all refused, since then. */
  #hidden = 0;

  /** `isClient`: a client drives the loop, and is not told of refusals. */
  constructor(lattice: OwnLattice, { isClient }: { readonly isClient: boolean }) {
    this.#lattice = lattice;
    this.#isClient = isClient;
  }

  get history(): History<OwnLabel> {
    return this.#history;
  }

  get slots(): readonly Slot[] {
    return this.#slots;
  }

  get length(): number {
    return this.#history.length;
  }

  /** Takes over labels that a step lowered. */
  lowered(history: History<OwnLabel>): void {
    this.#history = history;
  }

  /** A read is tried from a narrow view once, whatever comes of it. */
  tried(at: number): void {
    const entry = this.#history[at];
    if (entry === undefined || 'role' in entry) return;
    this.#history = this.#history.with(at, { ...entry, lazy: false });
  }

  newMessage(): number {
    this.#messages += 1;
    return this.#messages - 1;
  }

  append(entry: Entry<OwnLabel>, slot: Slot): void {
    this.#history = [...this.#history, entry];
    this.#slots = [...this.#slots, slot];
  }

  /** Puts a result behind its call; `undefined` where there is no such call. */
  returned(
    at: number,
    index: number,
    { own, message }: { readonly own: Parts<OwnLabel>; readonly message: number | undefined },
  ): Parts<OwnLabel> | undefined {
    const entry = this.#history[at];
    const slot = this.#slots[at];
    if (entry === undefined || slot === undefined || 'role' in entry) return undefined;
    const call = entry.calls[index];
    if (call === undefined) return undefined;
    const result = raiseParts(this.#lattice, entry.data ?? entry.label, own);
    const calls = entry.calls.with(index, { ...call, own, result });
    this.#history = this.#history.with(at, { ...entry, calls });
    if (message !== undefined) {
      this.#slots = this.#slots.with(at, { ...slot, results: slot.results.with(index, message) });
    }
    return result;
  }

  /** The client was given something: what stands here stays. */
  keep(): void {
    this.#given = { entries: this.#history.length, messages: this.#messages };
    this.#hidden = 0;
  }

  /** All calls of a generation were refused. Where a client is let down, they are forgotten. */
  hide(): void {
    this.#hidden += 1;
    if (this.#hidden > limits.refusalsPerTurnMax) this.failed();
  }

  /** The provider failed. The run's own loop keeps what it has; a client was not told of it. */
  failed(): void {
    if (!this.#isClient) return;
    const { entries, messages } = this.#given;
    this.#history = this.#history.slice(0, entries);
    this.#slots = this.#slots.slice(0, entries);
    this.#messages = messages;
    this.#hidden = 0;
  }
}

import { LRUCache } from 'lru-cache';
import type { EventDraft, Store } from '../store/store.ts';
import { operatorLimits } from './limits.ts';

/** An operator's act, or an attempt at one. */
export interface Act {
  /** The tenant of the act's subject; empty where that is nobody's. */
  readonly tenant: string;
  readonly subject: string;
  /** The label of all that stood before whoever wrote the payload's words. */
  readonly label: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Something with a value in it that an operator was shown. */
export interface Look {
  readonly tenant: string;
  /** Id of the question or the run, or what was listed. */
  readonly subject: string;
  readonly what: 'question' | 'messages' | 'region' | 'why' | 'export';
}

/** The label of a payload that holds nobody's words: every policy reads it. */
export const noWords = 'bottom';

const minuteMs = 60_000;

interface Window {
  readonly sinceMs: number;
  recorded: number;
  omitted: number;
}

/**
 * Writes what operators do into the audit. An act is recorded before it is done, and again where it
 * then fails: the audit may name an act that came to nothing, and never misses one.
 */
export class Recorder {
  readonly #events: Store['events'];
  readonly #nowMs: () => number;
  readonly #windows = new LRUCache<string, Window>({ max: operatorLimits.credentialsCountedMax });

  readonly #looks = new LRUCache<string, number>({ max: operatorLimits.looksCountedMax });

  constructor({ store, nowMs }: { readonly store: Store; readonly nowMs: () => number }) {
    this.#events = store.events;
    this.#nowMs = nowMs;
  }

  /**
   * Records that somebody is shown a value, before they are. A page asks again with each change:
   * that is one look for an hour.
   */
  async looked({ id, name: by }: Who, { tenant, subject, what }: Look): Promise<void> {
    const key = JSON.stringify([id, what, tenant, subject]);
    const nowMs = this.#nowMs();
    const before = this.#looks.get(key);
    if (before !== undefined && nowMs - before < operatorLimits.lookMsMax) return;
    await this.#append('value-shown', { tenant, subject, label: noWords, payload: { by, what } });
    this.#looks.set(key, nowMs);
  }

  async during<Result>(act: Act, perform: () => Promise<Result>): Promise<Result> {
    await this.#append('act-ordered', act);
    try {
      return await perform();
    } catch (error) {
      await this.#append('act-failed', { ...act, label: noWords, payload: nameOnly(act.payload) });
      throw error;
    }
  }

  /**
   * Records what was refused to the owner of a credential. Nobody can fill the audit by trying:
   * past some in a minute they are counted, and the next one recorded tells how many.
   */
  async refused(owner: string, type: 'act-refused' | 'client-refused', act: Act): Promise<void> {
    const window = this.#windowOf(owner);
    if (window.recorded >= operatorLimits.refusalsPerMinuteMax) {
      window.omitted += 1;
      return;
    }
    const { omitted } = window;
    window.recorded += 1;
    window.omitted = 0;
    await this.#append(
      type,
      omitted === 0 ? act : { ...act, payload: { ...act.payload, omitted } },
    );
  }

  #windowOf(owner: string): Window {
    const nowMs = this.#nowMs();
    const open = this.#windows.get(owner);
    if (open !== undefined && Math.abs(nowMs - open.sinceMs) < minuteMs) return open;
    const window = { sinceMs: nowMs, recorded: 0, omitted: open?.omitted ?? 0 };
    this.#windows.set(owner, window);
    return window;
  }

  async #append(type: string, { tenant, subject, label, payload }: Act): Promise<void> {
    const draft: EventDraft = { type, label, subject, payload: JSON.stringify(payload) };
    await this.#events.append({ ...draft, tenant, atMs: this.#nowMs() });
  }
}

interface Who {
  readonly id: string;
  readonly name: string;
}

function nameOnly({
  act,
  by,
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { act, by };
}

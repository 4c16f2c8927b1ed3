import { contentsOf, type Content, type History, type KnownElsewhere } from '@sluice/core';
import { LRUCache } from 'lru-cache';
import { limits } from '../../limits.ts';
import { ClientTexts } from './client-texts.ts';
import { type NotedFor, isKept, storedTexts, type TextsOf } from './stored-texts.ts';
import type { LiveRun } from '../live-run.ts';
import type { RunDependencies } from '../run-place.ts';

/** The texts that its client's runs have known. */
export interface KnownToTurn {
  readonly elsewhere: KnownElsewhere;
  readonly notedFor: NotedFor;
  /** A run cannot be read, so that what the client sends may come from it. */
  readonly foreign?: true;
}

/**
 * The newest texts that each client's runs have known, with labels: what one run has read of a
 * stranger is known again where the client puts it into a turn of another. It is a net: bounded,
 * and for one key at a time, so that nobody's texts raise another's. They are read out of the
 * stored runs when a client comes for the first time.
 */
export class KnownTexts {
  /** The clients that were served last. */
  readonly #byClient = new LRUCache<string, ClientTexts>({ max: limits.knownTextsClientsMax });
  readonly #noted: WeakSet<Content> = new WeakSet();
  readonly #dependencies: Pick<RunDependencies, 'store' | 'nowMs' | 'unreadable'>;

  constructor(dependencies: Pick<RunDependencies, 'store' | 'nowMs' | 'unreadable'>) {
    this.#dependencies = dependencies;
  }

  /** Takes a step that may read what is known, and notes what the run has come to know by it. */
  async during<Step extends { readonly kind: string }>(
    whose: TextsOf,
    run: LiveRun,
    step: (known: KnownToTurn) => Promise<Step>,
  ): Promise<Step> {
    const key = keyOf(whose);
    const texts = await this.#of(key, whose);
    const { id, session } = run;
    const before = session.history;
    const notedFor = { client: whose.client, next: texts.next };
    try {
      const known = { elsewhere: texts.elsewhere(id), notedFor };
      const taken = await step(texts.isPartial ? { ...known, foreign: true } : known);
      this.#add(key, texts, { run, before });
      if (taken.kind === 'replied') for (const said of session.answered) texts.answered(said);
      return taken;
    } catch (error) {
      this.#add(key, texts, { run, before });
      throw error;
    }
  }

  /**
   * A text that a person has lowered in a run is known as they left it, wherever it stands by now.
   */
  lowered(
    { id }: LiveRun,
    { before, after }: { readonly before: History; readonly after: History },
  ): void {
    const now = after.messages.flatMap(contentsOf);
    const changed = before.messages.flatMap(contentsOf).flatMap((content, at) => {
      const other = now[at];
      return other === undefined || other === content ? [] : [{ content, other }];
    });
    for (const texts of this.#byClient.values()) {
      const all = texts.replaceOf(
        id,
        (each) => changed.find(({ content }) => content.isLike(each))?.other ?? each,
      );
      for (const content of all) this.#noted.add(content);
    }
  }

  /** Forgets everything of a run that was erased. */
  forget(run: string): void {
    for (const texts of this.#byClient.values()) texts.forget(run);
  }

  /** Reads what is stored where it does not stand here, or stands here under another policy. */
  async #of(key: string, whose: TextsOf): Promise<ClientTexts> {
    const { space } = whose.owner.profile.policy;
    const there = this.#byClient.get(key);
    const texts = there?.space === space ? there : this.#begin(whose);
    this.#byClient.set(key, texts);
    try {
      await texts.ready;
    } catch (error) {
      if (this.#byClient.get(key) === texts) this.#byClient.delete(key);
      throw error;
    }
    return texts;
  }

  #begin(whose: TextsOf): ClientTexts {
    const { store, nowMs, unreadable } = this.#dependencies;
    const { tenant, profile } = whose.owner;
    const stored = storedTexts(store, whose).then((found) => {
      for (const run of found.unreadable) unreadable({ tenant, run });
      return found;
    });
    return new ClientTexts(profile.policy.space, { stored, nowMs });
  }

  #add(key: string, texts: ClientTexts, { run, before }: Come): void {
    // Read anew meanwhile, and without this turn: the next request reads it again.
    if (this.#byClient.get(key) !== texts) this.#byClient.delete(key);
    if (run.isErased) return;
    const { history } = run.session;
    for (const content of run.session.declared) {
      if (!this.#noted.has(content)) texts.declare(run.id, content);
      this.#noted.add(content);
    }
    const isLonger = history.continues(before);
    for (const content of history.from(isLonger ? before.length : 0).flatMap(contentsOf)) {
      if (!isKept(content) || this.#noted.has(content)) continue;
      this.#noted.add(content);
      texts.add(run.id, content);
    }
  }
}

function keyOf({ owner: { tenant, profile }, client }: TextsOf): string {
  return JSON.stringify([tenant, profile.name, client]);
}

interface Come {
  readonly run: LiveRun;
  readonly before: History;
}

import { contentsOf, type Content, type History, type LabelSpace } from '@sluice/core';
import { limits } from '../limits.ts';
import type { LiveRun } from './live-run.ts';
import type { Owner } from './runs.ts';

/**
 * The newest texts that each client's runs have known, with labels: what one run has read of a
 * stranger is known again where the client puts it into a turn of another. It is a net: in memory
 * alone, bounded, and for one key at a time, so that nobody's texts raise another's.
 */
export class KnownTexts {
  /** The client that was served last stands at the end. */
  readonly #byClient: Map<string, Content[]> = new Map();
  readonly #noted: WeakSet<Content> = new WeakSet();

  /** Takes a step that may read what is known, and notes what the run has come to know by it. */
  async during<Step>(
    { owner, client }: { readonly owner: Owner; readonly client: string },
    { session }: LiveRun,
    step: (known: readonly Content[]) => Promise<Step>,
  ): Promise<Step> {
    const { tenant, profile } = owner;
    const key = JSON.stringify([tenant, profile.name, client]);
    const before = session.history;
    try {
      return await step(this.#of(key, profile.policy.space));
    } finally {
      this.#add(key, session.history, before);
    }
  }

  /** In the order in which they became known; those of another policy's labels are left out. */
  #of(client: string, space: LabelSpace): readonly Content[] {
    return (this.#byClient.get(client) ?? []).filter(({ label }) => space.owns(label));
  }

  #add(client: string, history: History, before: History): void {
    const isLonger = history.continues(before);
    const fresh = history
      .from(isLonger ? before.length : 0)
      .flatMap(contentsOf)
      .filter(isKept);
    const texts = this.#byClient.get(client) ?? [];
    for (const content of fresh) {
      if (this.#noted.has(content)) continue;
      this.#noted.add(content);
      texts.push(content);
    }
    let characters = texts.reduce((sum, { root }) => sum + root.end, 0);
    while (characters > limits.knownTextsCharactersMax) characters -= texts.shift()?.root.end ?? 0;
    this.#byClient.delete(client);
    this.#byClient.set(client, texts);
    const [oldest] = this.#byClient.keys();
    if (this.#byClient.size > limits.knownTextsClientsMax && oldest !== undefined) {
      this.#byClient.delete(oldest);
    }
  }
}

/** What is too short is alike by chance; what is too long would drive out all else. */
function isKept({ root }: Content): boolean {
  return root.end >= 32 && root.end <= limits.knownTextsCharactersMax / 2;
}

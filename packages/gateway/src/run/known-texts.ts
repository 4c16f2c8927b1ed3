import {
  contentsOf,
  limits as engineLimits,
  type Content,
  type History,
  type KnownElsewhere,
  type LabelSpace,
} from '@sluice/core';
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
  readonly #byClient: Map<string, Known[]> = new Map();
  readonly #noted: WeakSet<Content> = new WeakSet();
  /** What of it a run's model said in an answer. */
  readonly #answers: WeakSet<Content> = new WeakSet();

  /** Takes a step that may read what is known, and notes what the run has come to know by it. */
  async during<Step extends { readonly kind: string }>(
    { owner, client }: { readonly owner: Owner; readonly client: string },
    run: LiveRun,
    step: (known: KnownElsewhere) => Promise<Step>,
  ): Promise<Step> {
    const { tenant, profile } = owner;
    const key = JSON.stringify([tenant, profile.name, client]);
    const { id, session } = run;
    const before = session.history;
    try {
      const taken = await step(this.#of(key, { space: profile.policy.space, run: id }));
      if (taken.kind === 'replied') for (const text of session.answered) this.#answers.add(text);
      return taken;
    } finally {
      if (!run.isErased) this.#add(key, { run: id, history: session.history, before });
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
    this.#replaceOf(id, (each) => {
      const found = changed.find(({ content }) => content.isLike(each));
      if (found === undefined) return { run: id, content: each };
      if (this.#answers.has(each)) this.#answers.add(found.other);
      return { run: id, content: found.other };
    });
  }

  /** Forgets everything of a run that was erased. */
  forget(run: string): void {
    this.#replaceOf(run, () => undefined);
  }

  #replaceOf(id: string, by: (content: Content) => Known | undefined): void {
    for (const [client, texts] of this.#byClient) {
      const kept = texts.flatMap((each) => (each.run === id ? (by(each.content) ?? []) : each));
      this.#byClient.set(client, kept);
      for (const { content } of kept) this.#noted.add(content);
    }
  }

  /** In the order in which they became known; those of another policy's labels are left out. */
  #of(client: string, { space, run }: Asking): KnownElsewhere {
    const texts = this.#byClient.get(client) ?? [];
    const owned = texts.filter(({ content }) => space.owns(content.label));
    const answers = owned.filter((each) => each.run !== run && this.#answers.has(each.content));
    return {
      known: owned.map(({ content }) => content),
      answered: new Set(answers.map(({ content }) => content)),
    };
  }

  #add(client: string, { run, history, before }: Come): void {
    const isLonger = history.continues(before);
    const fresh = history
      .from(isLonger ? before.length : 0)
      .flatMap(contentsOf)
      .filter(isKept);
    const texts = this.#byClient.get(client) ?? [];
    for (const content of fresh) {
      if (this.#noted.has(content)) continue;
      this.#noted.add(content);
      texts.push({ run, content });
    }
    let characters = texts.reduce((sum, { content }) => sum + content.root.end, 0);
    while (characters > limits.knownTextsCharactersMax) {
      characters -= texts.shift()?.content.root.end ?? 0;
    }
    this.#byClient.delete(client);
    this.#byClient.set(client, texts);
    const [oldest] = this.#byClient.keys();
    if (this.#byClient.size > limits.knownTextsClientsMax && oldest !== undefined) {
      this.#byClient.delete(oldest);
    }
  }
}

/** A text, and the run that knows it. */
interface Known {
  readonly run: string;
  readonly content: Content;
}

/** Whose run asks; what it has answered itself is no other's answer. */
interface Asking {
  readonly space: LabelSpace;
  readonly run: string;
}

interface Come {
  readonly run: string;
  readonly history: History;
  readonly before: History;
}

/** A text that is too short is alike by chance; one that is too long would drive out all else. */
function isKept({ root }: Content): boolean {
  const { knownAgainCharactersMin: least } = engineLimits;
  return root.end >= least && root.end <= limits.knownTextsCharactersMax / 2;
}

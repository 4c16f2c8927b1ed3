import {
  contentsOf,
  limits as engineLimits,
  type Content,
  type History,
  type KnownElsewhere,
  type Label,
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
  readonly #byClient: Map<string, Texts> = new Map();
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
      if (taken.kind === 'replied') this.#answered(key, session.answered);
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
      if (found === undefined) return each;
      if (this.#answers.has(each)) this.#answers.add(found.other);
      return found.other;
    });
  }

  /** Forgets everything of a run that was erased. */
  forget(run: string): void {
    this.#replaceOf(run, () => undefined);
  }

  #replaceOf(id: string, by: (content: Content) => Content | undefined): void {
    for (const texts of this.#byClient.values())
      for (const content of texts.replaceOf(id, by)) {
        this.#noted.add(content);
        if (this.#answers.has(content)) texts.answered(content);
      }
  }

  #answered(client: string, answers: readonly Content[]): void {
    for (const content of answers) {
      this.#answers.add(content);
      this.#byClient.get(client)?.answered(content);
    }
  }

  /** In the order in which they became known; those of another policy's labels are left out. */
  #of(client: string, { space, run }: Asking): KnownElsewhere {
    return this.#byClient.get(client)?.known({ space, run }) ?? { known: [], answered: [] };
  }

  #add(client: string, { run, history, before }: Come): void {
    const isLonger = history.continues(before);
    const texts = this.#byClient.get(client) ?? new Texts();
    for (const content of history.from(isLonger ? before.length : 0).flatMap(contentsOf)) {
      if (!isKept(content) || this.#noted.has(content)) continue;
      this.#noted.add(content);
      texts.add(run, content);
      if (this.#answers.has(content)) texts.answered(content);
    }
    this.#byClient.delete(client);
    this.#byClient.set(client, texts);
    const [oldest] = this.#byClient.keys();
    if (this.#byClient.size > limits.knownTextsClientsMax && oldest !== undefined) {
      this.#byClient.delete(oldest);
    }
  }
}

/** The texts of one client, the newest last, and the run that knows each. */
class Texts {
  #runs: Map<Content, string> = new Map();
  /** Those of them that the run that knows them answered. */
  readonly #answers: Set<Content> = new Set();
  /** How many of the texts have each label. */
  readonly #labels: Map<Label, number> = new Map();
  #characters = 0;

  /** The oldest go where there is no room. */
  add(run: string, content: Content): void {
    if (this.#runs.has(content)) return;
    this.#runs.set(content, run);
    this.#count(content, 1);
    for (const [oldest] of this.#runs) {
      if (this.#characters <= limits.knownTextsCharactersMax) return;
      this.#runs.delete(oldest);
      this.#answers.delete(oldest);
      this.#count(oldest, -1);
    }
  }

  answered(content: Content): void {
    if (this.#runs.has(content)) this.#answers.add(content);
  }

  known({ space, run }: Asking): KnownElsewhere {
    const isOwned = ({ label }: Content): boolean => space.owns(label);
    const others = [...this.#answers].filter((each) => this.#runs.get(each) !== run);
    const all = [...this.#runs.keys()];
    const isAllOwned = [...this.#labels.keys()].every((label) => space.owns(label));
    return { known: isAllOwned ? all : all.filter(isOwned), answered: others.filter(isOwned) };
  }

  /** Puts another text in the place of each of a run, or nothing; gives what stands then. */
  replaceOf(run: string, by: (content: Content) => Content | undefined): readonly Content[] {
    const runs = this.#runs;
    this.#runs = new Map();
    this.#answers.clear();
    this.#labels.clear();
    this.#characters = 0;
    for (const [content, owner] of runs) {
      const kept = owner === run ? by(content) : content;
      if (kept !== undefined) this.add(owner, kept);
    }
    return [...this.#runs.keys()];
  }

  #count({ root, label }: Content, by: 1 | -1): void {
    this.#characters += by * root.end;
    const left = (this.#labels.get(label) ?? 0) + by;
    if (left === 0) this.#labels.delete(label);
    else this.#labels.set(label, left);
  }
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

import type { Content, KnownElsewhere, LabelSpace } from '@sluice/core';
import { limits } from '../limits.ts';
import { isKept, type StoredTexts } from './stored-texts.ts';

/** The texts that one client's runs have known, the newest last. */
export class ClientTexts {
  /** All labels are of this space: under another policy, the texts are read anew. */
  readonly space: LabelSpace;
  /** Resolves once what is stored stands here. */
  readonly ready: Promise<void>;
  /** Runs that cannot be read. */
  readonly #unreadable: Set<string> = new Set();
  /** Runs that were erased while the store was read; `undefined` afterwards. */
  #erased: Set<string> | undefined = new Set();
  #texts: Map<Content, Of> = new Map();
  #characters = 0;
  #lastMs = 0;
  readonly #nowMs: () => number;

  constructor(space: LabelSpace, { stored, nowMs }: Sources) {
    this.space = space;
    this.#nowMs = nowMs;
    this.ready = stored.then((found) => this.#take(found));
  }

  /** Later than whatever is known, whatever became of the machine's clock. */
  readonly next = (): number => (this.#lastMs = Math.max(this.#nowMs(), this.#lastMs + 1));

  /** Some run of the client may have known anything. */
  get isPartial(): boolean {
    return this.#unreadable.size > 0;
  }

  /** The oldest go where there is no room. */
  add(run: string, content: Content): void {
    if (isKept(content)) this.#put(content, { run, isAnswer: false });
  }

  answered(content: Content): void {
    const of = this.#texts.get(content);
    if (of !== undefined) this.#texts.set(content, { ...of, isAnswer: true });
  }

  /** In the order in which they became known; what a run answered itself is no other's answer. */
  known(run: string): KnownElsewhere {
    const answered: Content[] = [];
    for (const [content, of] of this.#texts) {
      if (of.isAnswer && of.run !== run) answered.push(content);
    }
    return { known: [...this.#texts.keys()], answered };
  }

  /** Puts another text in the place of each of a run; gives those that stand there now. */
  replaceOf(run: string, by: (content: Content) => Content): readonly Content[] {
    return this.#renew((content, of) => (of.run === run ? by(content) : content));
  }

  /** Forgets everything of a run that was erased. */
  forget(run: string): void {
    this.#erased?.add(run);
    this.#unreadable.delete(run);
    this.#renew((content, of) => (of.run === run ? undefined : content));
  }

  #take({ texts, unreadable }: StoredTexts): void {
    for (const { run, content, at, isAnswer } of texts) {
      this.#lastMs = Math.max(this.#lastMs, at);
      if (this.#erased?.has(run) !== true) this.#put(content, { run, isAnswer });
    }
    for (const run of unreadable) if (this.#erased?.has(run) !== true) this.#unreadable.add(run);
    this.#erased = undefined;
  }

  #put(content: Content, of: Of): void {
    if (this.#texts.has(content)) return;
    this.#texts.set(content, of);
    this.#characters += content.root.end;
    for (const [oldest] of this.#texts) {
      if (this.#characters <= limits.knownTextsCharactersMax) return;
      this.#texts.delete(oldest);
      this.#characters -= oldest.root.end;
    }
  }

  #renew(by: (content: Content, of: Of) => Content | undefined): readonly Content[] {
    const texts = this.#texts;
    this.#texts = new Map();
    this.#characters = 0;
    for (const [content, of] of texts) {
      const kept = by(content, of);
      if (kept !== undefined) this.#put(kept, of);
    }
    return [...this.#texts.keys()];
  }
}

interface Sources {
  readonly stored: Promise<StoredTexts>;
  readonly nowMs: () => number;
}

/** The run that knows a text, and whether that run's model gave it out as an answer. */
interface Of {
  readonly run: string;
  readonly isAnswer: boolean;
}

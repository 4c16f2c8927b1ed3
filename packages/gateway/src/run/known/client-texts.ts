import type { Content, KnownElsewhere, Label, LabelSpace } from '@sluice/core';
import { limits } from '../../limits.ts';
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
  readonly #texts: Map<Content, Of> = new Map();
  readonly #answers: Set<Content> = new Set();
  /** How many of the texts have each label. */
  readonly #labels: Map<Label, number> = new Map();
  /** The declarations of tools, each with the first run that is known to have said it. */
  #declared: Declared[] = [];
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
    if (of === undefined) return;
    this.#texts.set(content, { ...of, isAnswer: true });
    this.#answers.add(content);
  }

  /** The texts of other runs that a turn of this run may read: most turns need only the labels. */
  elsewhere(run: string): KnownElsewhere {
    return new Elsewhere(this, run);
  }

  /** In the order in which they became known. */
  get known(): readonly Content[] {
    return [...this.#texts.keys()];
  }

  /** The answers of other runs: a run's own answer does not count. */
  answeredBeside(run: string): readonly Content[] {
    return [...this.#answers].filter((content) => this.#texts.get(content)?.run !== run);
  }

  get labels(): Iterable<Label> {
    return this.#labels.keys();
  }

  /** A client's run has said this of a tool: each once, for most runs of a client say the same. */
  declare(run: string, content: Content): void {
    if (!isKept(content) || this.#declared.some((each) => each.content.isLike(content))) return;
    this.#declared.push({ run, content });
    let characters = this.#declared.reduce((sum, each) => sum + each.content.root.end, 0);
    while (characters > limits.knownTextsCharactersMax) {
      characters -= this.#declared.shift()?.content.root.end ?? characters;
    }
  }

  get declared(): readonly Content[] {
    return this.#declared.map(({ content }) => content);
  }

  /** Puts another text in the place of each of a run; gives those that stand there now. */
  replaceOf(run: string, by: (content: Content) => Content): readonly Content[] {
    return this.#renew((content, of) => (of.run === run ? by(content) : content));
  }

  /** Forgets everything of a run that was erased. */
  forget(run: string): void {
    this.#erased?.add(run);
    this.#unreadable.delete(run);
    this.#declared = this.#declared.filter((each) => each.run !== run);
    this.#renew((content, of) => (of.run === run ? undefined : content));
  }

  #take({ texts, declared, unreadable }: StoredTexts): void {
    for (const { run, content } of declared) {
      if (this.#erased?.has(run) !== true) this.declare(run, content);
    }
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
    if (of.isAnswer) this.#answers.add(content);
    this.#count(content, 1);
    for (const [oldest] of this.#texts) {
      if (this.#characters <= limits.knownTextsCharactersMax) return;
      this.#texts.delete(oldest);
      this.#answers.delete(oldest);
      this.#count(oldest, -1);
    }
  }

  #count({ root, label }: Content, by: 1 | -1): void {
    this.#characters += by * root.end;
    const left = (this.#labels.get(label) ?? 0) + by;
    if (left === 0) this.#labels.delete(label);
    else this.#labels.set(label, left);
  }

  #renew(by: (content: Content, of: Of) => Content | undefined): readonly Content[] {
    const texts = [...this.#texts];
    for (const all of [this.#texts, this.#answers, this.#labels]) all.clear();
    this.#characters = 0;
    for (const [content, of] of texts) {
      const kept = by(content, of);
      if (kept !== undefined) this.#put(kept, of);
    }
    return this.known;
  }
}

/** Read once in a turn, and only where that asks. */
class Elsewhere implements KnownElsewhere {
  readonly #texts: ClientTexts;
  readonly #run: string;
  #known: readonly Content[] | undefined;
  #answered: readonly Content[] | undefined;

  constructor(texts: ClientTexts, run: string) {
    this.#texts = texts;
    this.#run = run;
  }

  get known(): readonly Content[] {
    return (this.#known ??= this.#texts.known);
  }

  get answered(): readonly Content[] {
    return (this.#answered ??= this.#texts.answeredBeside(this.#run));
  }

  get declared(): readonly Content[] {
    return this.#texts.declared;
  }

  get labels(): Iterable<Label> {
    return this.#texts.labels;
  }
}

type Declared = StoredTexts['declared'][number];

interface Sources {
  readonly stored: Promise<StoredTexts>;
  readonly nowMs: () => number;
}

/** The run that knows a text, and whether that run's model gave it out as an answer. */
interface Of {
  readonly run: string;
  readonly isAnswer: boolean;
}

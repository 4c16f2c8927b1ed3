import { canonicalJson } from '../history/canonical.ts';
import { Content } from '../history/content.ts';
import { raisedByKnown } from '../history/known-text.ts';
import type { LabelledTool } from '../history/message.ts';
import type { PlainTool } from '../history/plain.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { inTurns } from '../history/slices.ts';
import type { SavedRecord } from './saved-session.ts';

/**
 * What a client says of its tools is text too: a new description, schema or form of an answer that
 * repeats what the run knows at a higher label carries that label. What a run begins with, and what
 * was said before the run knew it from elsewhere, raises nothing, however often it is declared.
 */
export class SaidOfTools {
  readonly #space: LabelSpace;
  readonly #log: (record: SavedRecord) => void;
  /** What was said of a tool, as canonical JSON, with the label that it has for that. */
  readonly #labels: Map<string, Label> = new Map();
  readonly #texts: WeakMap<PlainTool, string> = new WeakMap();

  constructor(space: LabelSpace, log: (record: SavedRecord) => void) {
    this.#space = space;
    this.#log = log;
  }

  /** What was said by then raises nothing after a restart either. */
  restore(texts: readonly string[]): void {
    for (const text of texts) this.#labels.set(text, this.#space.bottom);
  }

  /** What is said of a tool carries at least this, besides what the policy says. */
  readonly leastOf = (tool: PlainTool): Label | undefined => this.#labels.get(this.#textOf(tool));

  /** Whether what is said of it has a higher label than the policy gives it. */
  raises({ tool, label }: LabelledTool): boolean {
    return !this.#space.flowsTo(this.leastOf(tool) ?? this.#space.bottom, label);
  }

  /**
   * Takes note of what is declared, and of what it repeats of what is known, in the order in which
   * that became known.
   */
  async hear(declared: readonly LabelledTool[], known: readonly Content[]): Promise<void> {
    // Nothing is above what nobody vouches for.
    const tools = declared.filter(({ label }) => !this.#space.flowsTo(this.#space.top, label));
    const isNew = ({ tool }: LabelledTool): boolean => this.leastOf(tool) === undefined;
    const before = tools.filter((each) => !isNew(each)).map((each) => this.#content(each));
    const harmless: string[] = [];
    for (const each of tools.filter(isNew)) {
      const content = this.#content(each);
      const raised = await inTurns(raisedByKnown(this.#space, content, [...before, ...known]));
      const text = this.#textOf(each.tool);
      this.#labels.set(text, raised.label);
      if (raised === content) harmless.push(text);
    }
    if (harmless.length > 0) this.#log({ kind: 'declared', texts: harmless });
  }

  #textOf(tool: PlainTool): string {
    const text = this.#texts.get(tool) ?? canonicalJson(tool);
    this.#texts.set(tool, text);
    return text;
  }

  #content({ tool, label }: LabelledTool): Content {
    return Content.whole(this.#space, allOf(tool), label);
  }
}

/** All that stands in it, for whoever reads it. */
function allOf({ name, description, parameters }: PlainTool): string {
  const texts: string[] = [name, description];
  const waiting: unknown[] = [parameters];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value).toReversed()) waiting.push(each, key);
    }
  }
  return texts.join('\n');
}

import type { Approval } from '../engine/call/confirm.ts';
import type { NewEvent } from '../engine/events.ts';
import type { Declared, RunOptions } from '../engine/run-options.ts';
import type { Run } from '../engine/run.ts';
import { Content } from '../history/content.ts';
import { canonicalJson } from '../history/json/canonical.ts';
import type { KnownElsewhere } from '../history/known/known-answer.ts';
import { raisedByKnown } from '../history/known/known-text.ts';
import type { LabelledTool } from '../history/message.ts';
import type { PlainTool } from '../history/plain.ts';
import { inTurns } from '../history/slices.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { joinAll } from '../label/lattice.ts';
import type { LogRecord } from './saved/saved-session.ts';
import { record, text } from './saved/saved-value.ts';
import type { StepOptions } from './session-options.ts';
import { contentsOf } from './transcript/client-message.ts';
import type { Transcript } from './transcript/transcript.ts';

interface Heard {
  readonly begins: boolean;
  readonly elsewhere: KnownElsewhere;
}

/** Keeps the tools of a run as its client declares them, which may be others with every request. */
export class Declarations {
  readonly #run: Run;
  readonly #transcript: Transcript;
  readonly #said: SaidOfTools;
  #declared = '';
  #isHeard = false;

  constructor(run: Run, transcript: Transcript, log: LogRecord) {
    this.#run = run;
    this.#transcript = transcript;
    this.#said = new SaidOfTools(run.space, log);
  }

  /** Goes on where a saved run stood. */
  restore(texts: readonly string[]): void {
    this.#said.restore(texts);
  }

  declare(declared: Declared): readonly LabelledTool[] {
    this.#run.declare(declared);
    this.#declared = JSON.stringify(declared.tools);
    this.#isHeard = false;
    return this.#shown();
  }

  redeclare(asked: StepOptions): void {
    const { options } = this.#run;
    const { tools = options.tools, model = options.model, providerTools } = asked;
    const isSame = model.name === options.model.name && this.#isDeclared(tools);
    if (isSame) return this.#run.declare({ tools: options.tools, model, providerTools });
    const labelled = this.declare({ tools, model, providerTools });
    this.#run.record(declaredEvent(this.#run.options, labelled));
  }

  /**
   * Hears what is said of tools that were not declared before: it may come from what the run has
   * read, that of this very request included. `begins`: this run knew nothing before it.
   * `elsewhere`: what other runs knew before.
   */
  async hear({ begins, elsewhere }: Heard): Promise<void> {
    if (this.#isHeard) return;
    const { labelled } = this.#run.tools;
    const own = (): readonly Content[] =>
      begins ? [] : this.#transcript.everKnown().flatMap(contentsOf);
    await this.#said.hear(labelled, { elsewhere, own });
    if (labelled.some((each) => this.#said.raises(each))) {
      this.#run.raiseTools(this.#said.leastOf);
      this.#run.record(declaredEvent(this.#run.options, this.#shown()));
    }
    this.#isHeard = true;
  }

  /** All that is said of the tools as they stand declared. */
  get said(): readonly Content[] {
    return this.#said.of(this.#run.tools.labelled);
  }

  #isDeclared(tools: readonly PlainTool[]): boolean {
    return tools === this.#run.options.tools || JSON.stringify(tools) === this.#declared;
  }

  #shown(): readonly LabelledTool[] {
    const { labelled } = this.#run.tools;
    this.#transcript.declare(labelled);
    return labelled;
  }
}

/** The first event of a run: which policy, propagator and model decide. */
export function startedEvent(
  { options, enclosure }: Run,
  labelled: readonly LabelledTool[],
  { by }: Approval,
): NewEvent {
  const { runId, policy, propagator, model, structure, shortcuts, tools, confirm } = options;
  const draftModel = options.draftModel?.name;
  return {
    type: 'run-started',
    run: runId,
    policy: policy.hash,
    propagator: { name: propagator.name, needs: propagator.needs },
    model: model.name,
    ...(draftModel !== undefined && { draftModel }),
    structure,
    shortcuts,
    loop: by === 'confirm' ? 'own' : 'client',
    tools,
    label: joinAll(
      policy.space,
      labelled.map(({ label }) => label),
    ),
    approver: confirm?.clearance,
    ...enclosure.handedLeast,
  };
}

/** A client declared other tools, or named another model, in the middle of a run. */
function declaredEvent(
  { policy, model, tools }: RunOptions,
  labelled: readonly LabelledTool[],
): NewEvent {
  const label = joinAll(
    policy.space,
    labelled.map((tool) => tool.label),
  );
  return { type: 'tools-declared', model: model.name, tools, label };
}

/**
 * A client's words on its tools are text too: a new description, schema or form of an answer that
 * repeats what the run knows at a higher label carries that label. What a run begins with, and what
 * was said before the run knew it from elsewhere, raises nothing, however often it is declared.
 */
class SaidOfTools {
  readonly #space: LabelSpace;
  readonly #log: LogRecord;
  /** By its canonical JSON: all that was said of a tool, with the label that it has for that. */
  readonly #said: Map<string, Content> = new Map();
  readonly #texts: WeakMap<PlainTool, string> = new WeakMap();

  constructor(space: LabelSpace, log: LogRecord) {
    this.#space = space;
    this.#log = log;
  }

  /** All that was said by then raises nothing after a restart either. */
  restore(texts: readonly string[]): void {
    const { bottom } = this.#space;
    for (const each of texts) this.#said.set(each, saidHarmlessly(this.#space, each, bottom));
  }

  /** All that is said of a tool carries at least this, besides what the policy says. */
  readonly leastOf = (tool: PlainTool): Label | undefined =>
    this.#said.get(this.#textOf(tool))?.label;

  /** All that was said of these tools; nothing of one that nobody vouches for. */
  of(declared: readonly LabelledTool[]): readonly Content[] {
    return declared.flatMap(({ tool, label }) => {
      const canonical = this.#textOf(tool);
      const said = this.#said.get(canonical);
      if (said?.label !== this.#space.bottom) return said ?? [];
      // After a restart it is there without the label that the policy gives it.
      const labelled = said.raisedTo(this.#space, label);
      this.#said.set(canonical, labelled);
      return labelled;
    });
  }

  /** True if what is said of it has a higher label than the policy gives it. */
  raises({ tool, label }: LabelledTool): boolean {
    return !this.#space.flowsTo(this.leastOf(tool) ?? this.#space.bottom, label);
  }

  /**
   * Takes note of what is declared, and of what it repeats of what is known, in the order in which
   * that became known: in other runs, then in this one.
   */
  async hear(tools: readonly LabelledTool[], { elsewhere, own }: KnownBefore): Promise<void> {
    // Nothing is above what nobody vouches for.
    const below = tools.filter(({ label }) => !this.#space.flowsTo(this.#space.top, label));
    const fresh = below.filter(({ tool }) => this.leastOf(tool) === undefined);
    if (fresh.length === 0) return;
    const isBelow = (label: Label): boolean =>
      fresh.every((each) => this.#space.flowsTo(label, each.label));
    const { declared = [], known } = [...elsewhere.labels].every(isBelow) ? nothing : elsewhere;
    const before = [...declared, ...this.of(below), ...known, ...own()];
    // Most repeat nothing: they are read together first.
    const repeats = await this.#repeats(fresh, before);
    const harmless = new Map<Label, string[]>();
    for (const each of fresh) {
      const content = this.#content(each);
      const raised = repeats ? await inTurns(raisedByKnown(this.#space, content, before)) : content;
      const canonical = this.#textOf(each.tool);
      this.#said.set(canonical, raised);
      if (raised !== content) continue;
      harmless.set(each.label, [...(harmless.get(each.label) ?? []), canonical]);
    }
    for (const [{ text: label }, texts] of harmless) {
      this.#log(() => ({ kind: 'declared', label, texts }));
    }
  }

  async #repeats(fresh: readonly LabelledTool[], known: readonly Content[]): Promise<boolean> {
    const { bottom } = this.#space;
    const all = Content.whole(this.#space, fresh.map(({ tool }) => allOf(tool)).join('\n'), bottom);
    return (await inTurns(raisedByKnown(this.#space, all, known))) !== all;
  }

  #textOf(tool: PlainTool): string {
    const canonical = this.#texts.get(tool) ?? canonicalJson(tool);
    this.#texts.set(tool, canonical);
    return canonical;
  }

  #content({ tool, label }: LabelledTool): Content {
    return Content.whole(this.#space, allOf(tool), label);
  }
}

const nothing: KnownElsewhere = { known: [], answered: [], labels: [] };

interface KnownBefore {
  readonly elsewhere: KnownElsewhere;
  /** All that this run has known. */
  readonly own: () => readonly Content[];
}

/** Reads what a saved session says was said of a tool, and repeated nothing. */
export function saidHarmlessly(space: LabelSpace, canonical: string, label: Label): Content {
  const said = record(JSON.parse(canonical));
  const [name, description] = [text(said['name']), text(said['description'])];
  const parameters = record(said['parameters']);
  return Content.whole(space, allOf({ name, description, parameters }), label);
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

import { Content } from '../history/content.ts';
import { type Message, Opaque } from '../history/message.ts';
import type { PlainTool } from '../history/plain.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { addUsage, noUsage } from '../model/chat-model.ts';
import type { ChatModel, ModelReply, Usage } from '../model/chat-model.ts';
import type { LabelledCall, PendingCall } from './call/call.ts';
import type { ResultLabels } from './call/record-call.ts';
import { refusalText, type Refusal } from './call/refusal.ts';
import { Rulings } from './decision.ts';
import type { MonitorEvent, NewEvent } from './events.ts';
import { type FileCall, RunFiles } from './files.ts';
import {
  DeclaredTools,
  labelledResult,
  raisedParts,
  textPart,
  type LabelledResult,
} from './labelling.ts';
import { Enclosure, type RunningCall, type Seen } from './nested/enclosure.ts';
import { type Mark, markOf, mayWrite, readBackOf } from './read-back.ts';
import type { Declared, RunOptions, Shortcuts } from './run-options.ts';
import type { ToolOutput } from './tool.ts';

/** Where a record stands. */
export interface RecordPosition {
  /** Positions of the next event and of the step. */
  readonly seq: number;
  readonly step: number;
  /** Whoever follows the record reads them in its beginning. */
  readonly shortcuts: Shortcuts | undefined;
  readonly seen: Seen;
  readonly written: readonly Mark[];
}

/**
 * The state of one agent run besides its history: ids, results by the policy's own label, reads
 * that may still be replayed, and the event log. The algorithms (step, calls, lazy reads) are
 * functions over it.
 */
export class Run {
  readonly space: LabelSpace;
  readonly enclosure: Enclosure;
  readonly files: RunFiles;
  readonly rulings: Rulings;
  /** Generations whose reads were taken at the wide label and not yet tried from a narrow view. */
  readonly #lazyReads: WeakSet<Message> = new WeakSet();
  /** By the message that was made of it: a call may be answered again with other text. */
  readonly #bases: WeakMap<Message, LabelledResult> = new WeakMap();
  /** Results as this run labelled them: another message for the same call is somebody's change. */
  readonly #labelled: WeakSet<Message> = new WeakSet();
  /** By tool, the label of all its calls that were decided on and that write. */
  #options: RunOptions;
  #events: MonitorEvent[] = [];
  #tools: DeclaredTools;
  #seq = 0;
  #step = 0;
  #usage: Usage = noUsage;

  constructor(options: RunOptions) {
    this.#options = options;
    this.space = options.policy.space;
    this.files = new RunFiles(options);
    this.rulings = new Rulings(options.policy, this.files);
    this.enclosure = new Enclosure(options.policy.space, options.within);
    this.#tools = new DeclaredTools(options, { ofAll: this.enclosure.handed });
  }

  /** Joins a label with the least that everything carries that the run puts out. */
  atLeast(label: Label): Label {
    return this.space.join(label, this.enclosure.least);
  }

  get options(): RunOptions {
    return this.#options;
  }

  /** All events since they were last taken. */
  get events(): readonly MonitorEvent[] {
    return this.#events;
  }

  /** The usage of all generations together since the run stands in memory. */
  get usage(): Usage {
    return this.#usage;
  }

  /** How far the record has come, and which shortcuts it says that its steps take. */
  get place(): RecordPosition {
    const { seen } = this.enclosure;
    const { written } = this.enclosure;
    const { shortcuts } = this.#options;
    return { seq: this.#seq, step: this.#step, shortcuts, seen, written };
  }

  /** Goes on where a saved run stood. */
  resumeAt(place: RecordPosition): void {
    const { seq, step, seen, written, shortcuts = this.#options.shortcuts } = place;
    this.enclosure.restore(seen, written);
    this.#seq = seq;
    this.#step = step;
    this.#options = { ...this.#options, shortcuts };
  }

  /** Hands the events over to whoever keeps them, and forgets them. */
  takeEvents(): readonly MonitorEvent[] {
    const taken = this.#events;
    this.#events = [];
    return taken;
  }

  /** From now on these tools are declared and this model generates. */
  declare({ tools, model, providerTools }: Declared): void {
    const isSame = tools === this.#options.tools;
    this.#options = { ...this.#options, tools, model, providerTools };
    if (!isSame) this.raiseTools();
  }

  /** From now on, all that is said of a tool carries at least the label that `of` gives. */
  raiseTools(of?: (tool: PlainTool) => Label | undefined): void {
    this.#tools = new DeclaredTools(this.#options, { ofAll: this.enclosure.handed, of });
  }

  nextStep(): void {
    this.#step += 1;
  }

  record(event: NewEvent): void {
    const place = { seq: this.#seq, atMs: this.options.nowMs(), step: this.#step };
    this.#seq += 1;
    const full: MonitorEvent = { ...event, ...place };
    this.#events.push(full);
    if (leaves(event)) this.enclosure.sees(event.label);
    if (event.type === 'generation-finished')
      this.#usage = addUsage(this.#usage, event.reply.usage);
    this.options.onEvent?.(full, this.options.runId);
  }

  /** Notes that a call was decided on: no label of what reads it tells whether it ran. */
  decided(tool: string, label: Label): void {
    // Which other tool was called may be known above alone; the policy names what it writes.
    if (!this.tools.isVouched(tool)) return this.enclosure.wroteUnnamed(label);
    this.enclosure.wrote(markOf(this.options.policy, { tool, label }));
  }

  /** The least label of a result of `tool`, whatever its call says: others may be in it. */
  leastOfResult(tool: string): Label {
    const { late, written } = this.enclosure;
    return this.space.join(late, readBackOf(this.options.policy, written, tool));
  }

  /** A call while its tool runs, which may hand on what it reads back. */
  opened({ call, label }: Pick<LabelledCall, 'call' | 'label'>): RunningCall {
    return this.enclosure.opened(this.space.join(label, this.leastOfResult(call.tool)));
  }

  /** Texts that other agents have written and that results of this run may hold. */
  get writtenByOthers(): readonly Mark[] {
    const { policy } = this.options;
    return this.enclosure.writtenByOthers.filter((mark) => mayWrite(policy, mark));
  }

  /** Notes that a generation's reads were taken at the wide label. */
  readLazily(generation: Message): void {
    this.#lazyReads.add(generation);
  }

  /** True if these very messages are reads as this run made and labelled them, not replayed yet. */
  isLazyRead(generation: Message, results: readonly Message[]): boolean {
    return this.#lazyReads.has(generation) && results.every((result) => this.#labelled.has(result));
  }

  /** A read is replayed at most once, whatever comes of it. */
  wasReplayed(generation: Message): void {
    this.#lazyReads.delete(generation);
  }

  get tools(): DeclaredTools {
    return this.#tools;
  }

  /** An id of ours, short enough for every provider. */
  newId(kind: 'call' | 'answer'): string {
    return `${kind}_${this.options.newId().replaceAll('-', '')}`;
  }

  /** The most that a model's provider may be sent. A policy that fails clears nothing. */
  clearance({ name }: ChatModel = this.options.model, use: 'main' | 'judge' = 'main'): Label {
    try {
      return this.options.policy.clearance(name, use);
    } catch {
      return this.space.bottom;
    }
  }

  /** A generation and its calls, all with its label; but what calls say may have its own. */
  generationMessage(
    { text, reasoning }: Pick<ModelReply, 'text' | 'reasoning'>,
    calls: readonly WrittenCall[],
    label: Label,
  ): Message {
    return {
      role: 'assistant',
      ...(reasoning !== undefined && { reasoning: new Opaque(reasoning) }),
      text: Content.whole(this.space, text, label),
      calls: calls.map(({ id, tool, declared, args, labelled }) => ({
        id,
        tool,
        declared: declared && this.tools.isVouched(tool),
        args: labelled ?? Content.whole(this.space, args, label),
        label,
      })),
      label,
    };
  }

  /** A tool's result: the policy's label joined with that of the call (RTBAS alg. 4 line 14). */
  resultMessage(
    call: PendingCall,
    output: ToolOutput,
    { label, within = this.space.bottom }: ResultLabels,
  ): Message {
    const said = labelledResult(this.options.policy, call, output);
    const base = raisedParts(this.space, said, this.files.label(asWritten(call)));
    const inner = this.space.join(within, this.leastOfResult(call.tool));
    return this.#result(call.id, raisedParts(this.space, base, inner), label);
  }

  /** Stands in the place of the result of a call that was not made: labelled as the call. */
  refusalMessage(callId: string, refusal: Refusal, label: Label): Message {
    const base: LabelledResult = {
      parts: [textPart(Content.whole(this.space, refusalText(refusal), this.space.bottom))],
      shape: this.space.bottom,
    };
    return this.#raisedResult(callId, base, label);
  }

  /**
   * A result as it reads were its call labelled `label`; `undefined` where another than this run
   * made it.
   */
  relabelledResult(result: ToolMessage, label: Label): Message | undefined {
    const base = this.#bases.get(result);
    return base === undefined ? undefined : this.#raisedResult(result.callId, base, label);
  }

  #result(callId: string, base: LabelledResult, label: Label): Message {
    const message = this.#raisedResult(callId, base, label);
    this.#labelled.add(message);
    return message;
  }

  #raisedResult(callId: string, base: LabelledResult, label: Label): Message {
    const message: Message = { ...raisedParts(this.space, base, label), role: 'tool', callId };
    this.#bases.set(message, base);
    return message;
  }
}

/** A call as its model wrote it. */
export function asWritten({ id, drafted: { tool, args } }: PendingCall): FileCall {
  return { id, tool, args };
}

/** A call as its generation wrote it. */
interface WrittenCall extends Omit<PendingCall, 'value' | 'drafted'> {
  /** Its arguments, where not all of them have the label of the generation. */
  readonly labelled?: Content | undefined;
}

type ToolMessage = Extract<Message, { readonly role: 'tool' }>;

/**
 * True if what an event tells of leaves the run by itself. What a run declares, drafts and
 * considers does not: only what comes of it goes out.
 */
function leaves(event: NewEvent): event is Extract<NewEvent, { readonly label: Label }> {
  return 'label' in event && !inside.has(event.type);
}

const inside: ReadonlySet<NewEvent['type']> = new Set([
  'run-started',
  'tools-declared',
  'generation-finished',
  'relevance-found',
  'read-replayed',
  'label-lowered',
]);

import { ByTrunk, type History } from '../history/history.ts';
import { type Call, type LabelledTool, type Part, revealOpaque } from '../history/message.ts';
import type { PlainCall, PlainMessage, PlainPart, PlainTool, View } from '../history/plain.ts';
import { outsideVersion } from '../label/flow.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { limits } from '../limits.ts';
import { hiddenParts, placeholder, redactContent, redactPart } from './redact-content.ts';
import {
  type Generation,
  type Prompt,
  type Result,
  type ToolMessage,
  type Turn,
  turnsOf,
} from './turns.ts';

/** How much of a hidden exchange is left: its bare structure, or nothing. */
export type Structure = 'keep' | 'drop';

/** The name of a hidden call where nobody vouches for that of its tool: such a name is text. */
export const undeclaredTool = 'undeclared_tool';

/** Makes the view that a step labelled `label` may be shown. */
// oxlint-disable-next-line max-params -- the paper's three arguments, after the lattice they are of
export type Redact = (
  space: LabelSpace,
  history: History,
  label: Label,
  options: { readonly structure: Structure },
) => View;

/**
 * RTBAS alg. 3: every region whose label does not flow to `label` is a placeholder. The view is a
 * function of the regions that flow to `label` and of public structure: number, order and roles of
 * messages, tool names that the policy vouches for, and ids counted in the view. `drop` leaves out
 * exchanges whose calls are hidden, so that not even their number is left.
 */
// oxlint-disable-next-line max-params -- see `Redact`
export const redact: Redact = (space, history, label, { structure }) => {
  const visibility = new Visibility(space, label);
  const { start, keep } = keptView(history, { space, label, structure });
  const writer = new ViewWriter(visibility, structure, start.calls);
  const { turns, settled } = turnsOf(history.from(start.read));
  for (const turn of turns.slice(0, settled.turns)) writer.turn(turn);
  const { calls } = writer;
  const { length } = writer.messages;
  for (const turn of turns.slice(settled.turns)) writer.turn(turn);
  const messages = start.messages.concat(writer.messages);
  keep({ messages: writer.messages.slice(0, length), calls, read: settled.messages });
  return { messages, tools: history.tools.flatMap((tool) => visibility.tool(tool)) };
};

/** Shows single things to a reader cleared for one label. */
class Visibility {
  readonly #space: LabelSpace;
  readonly #label: Label;

  constructor(space: LabelSpace, label: Label) {
    this.#space = space;
    this.#label = label;
  }

  sees(label: Label): boolean {
    return this.#space.flowsTo(label, this.#label);
  }

  /** A name that nobody vouches for is text of whoever declared it: it goes with its region. */
  tool({ tool, label, vouched }: LabelledTool): readonly PlainTool[] {
    if (this.sees(label)) return [tool];
    if (vouched !== true) return [];
    return [{ name: tool.name, description: placeholder, parameters: { type: 'object' } }];
  }

  parts(parts: readonly Part[], shape: Label): readonly PlainPart[] {
    if (!this.sees(shape)) return hiddenParts;
    return Object.freeze(parts.map((part) => redactPart(this.#space, part, this.#label)));
  }

  text({ text, label }: Generation): string {
    return this.sees(label) ? redactContent(this.#space, text, this.#label) : placeholder;
  }

  /** Shown where everything that came with it is shown, otherwise left out whole. */
  reasoning({ reasoning, label, text, calls }: Generation): { readonly reasoning?: unknown } {
    if (reasoning === undefined) return {};
    const labels = [label, text.label, ...calls.flatMap((call) => [call.label, call.args.label])];
    return labels.every((each) => this.sees(each)) ? { reasoning: revealOpaque(reasoning) } : {};
  }

  /** Hidden arguments are `{}`, and so are partly hidden ones that are no JSON document. */
  args({ args }: Call): string {
    if (!this.sees(args.root.label)) return '{}';
    if (!this.sees(args.label) && args.root.form !== 'container') return '{}';
    return redactContent(this.#space, args, this.#label);
  }
}

/** Writes the messages of a view; ids are counted in the view, so that hidden ones leave no gap. */
class ViewWriter {
  readonly messages: PlainMessage[] = [];
  /** How many ids of calls are given out. */
  calls: number;
  readonly #visibility: Visibility;
  readonly #structure: Structure;

  constructor(visibility: Visibility, structure: Structure, calls: number) {
    this.#visibility = visibility;
    this.#structure = structure;
    this.calls = calls;
  }

  turn(turn: Turn): void {
    if (turn.kind === 'prompt') this.#prompt(turn.message);
    else if (this.#structure === 'keep' || this.#visibility.sees(turn.message.label)) {
      this.#exchange(turn.message, turn.results);
    }
  }

  #prompt({ role, parts, shape }: Prompt): void {
    this.#write({ role, parts: this.#visibility.parts(parts, shape) });
  }

  #exchange(message: Generation, results: readonly Result[]): void {
    const calls = message.calls.map((call) => this.#call(call, message.label));
    const left = calls.filter((call) => call !== undefined);
    const text = this.#visibility.text(message);
    // `drop` may leave nothing of a generation, and providers refuse an empty message.
    if (this.#structure === 'drop' && left.length === 0 && text === '') return;
    const reasoning = this.#visibility.reasoning(message);
    this.#write({ role: 'assistant', text, calls: Object.freeze(left), ...reasoning });
    for (const { call, message: result } of results) this.#result(calls[call], result);
  }

  #call(call: Call, generation: Label): PlainCall | undefined {
    const seen = this.#visibility.sees(generation) && this.#visibility.sees(call.label);
    if (!seen && this.#structure === 'drop') return undefined;
    this.calls += 1;
    return Object.freeze({
      id: `call_${this.calls}`,
      tool: call.declared || seen ? call.tool : undeclaredTool,
      args: seen ? this.#visibility.args(call) : '{}',
    });
  }

  #result(call: PlainCall | undefined, result: ToolMessage | undefined): void {
    if (call === undefined) return;
    const parts =
      result === undefined ? hiddenParts : this.#visibility.parts(result.parts, result.shape);
    const failed = result?.failed === true && this.#visibility.sees(result.shape);
    const { id: callId, tool } = call;
    this.#write({ role: 'tool', callId, tool, parts, ...(failed && { failed }) });
  }

  /** A message may stand in the next views too, so whoever is shown this one cannot change it. */
  #write(message: PlainMessage): void {
    this.messages.push(Object.freeze(message));
  }
}

/** Everything that a view depends on besides the history. */
interface Reader {
  readonly space: LabelSpace;
  readonly label: Label;
  readonly structure: Structure;
  /** The version of the directories of groups (`outsideVersion`). */
  readonly version: string | undefined;
}

/** The beginning of a view, which nothing that is appended to the history can change. */
interface ViewStart {
  readonly messages: readonly PlainMessage[];
  /** How many ids of calls have been given out in it. */
  readonly calls: number;
  /** How many messages of the history it shows. */
  readonly read: number;
}

/** The views asked for last, the newest at the end. They live as long as their history. */
const known = new ByTrunk((): KeptView[] => []);

/**
 * Finds what is written already of the view at this label, and where to leave more of it: `keep`
 * takes what was written after `start`. What was written while a directory of groups said something
 * else is not found, and what is written while it changes is not kept.
 */
function keptView(
  history: History,
  asked: Omit<Reader, 'version'>,
): { readonly start: ViewStart; readonly keep: (more: ViewStart) => void } {
  const reader = { ...asked, version: outsideVersion(asked.space) };
  const views = known.of(history);
  const place = views.findIndex((view) => view.isFor(reader));
  const found = views[place];
  const isUsable = reader.version !== undefined && found?.reader.version === reader.version;
  const view = isUsable ? found : new KeptView(reader);
  if (view.read > history.length) return { start: new KeptView(reader), keep: () => {} };
  const keep = (more: ViewStart): void => {
    if (reader.version === undefined || outsideVersion(reader.space) !== reader.version) return;
    view.grow(more);
    if (place !== -1) views.splice(place, 1);
    views.push(view);
    if (views.length > limits.viewsKeptMax) views.shift();
  };
  return { start: view, keep };
}

class KeptView implements ViewStart {
  readonly messages: PlainMessage[] = [];
  readonly reader: Reader;
  calls = 0;
  read = 0;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  isFor({ space, label, structure }: Reader): boolean {
    const { reader } = this;
    return reader.label === label && reader.space === space && reader.structure === structure;
  }

  /** Adds what was written after it. */
  grow({ messages, calls, read }: ViewStart): void {
    for (const message of messages) this.messages.push(message);
    this.calls = calls;
    this.read += read;
  }
}

export { isPlaceholderIn, placeholder } from './redact-content.ts';

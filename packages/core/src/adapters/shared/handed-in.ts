import { SluiceError } from '../../errors.ts';
import { canonicalJson } from '../../history/json/canonical.ts';
import type { PlainMessage, PlainPart } from '../../history/plain.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import { base64Of } from '../../model/media.ts';

type Turn = Extract<PlainMessage, { readonly role: 'system' | 'user' }>;
type Result = Extract<PlainMessage, { readonly role: 'tool' }>;

/** The floor of the labels of turns that are handed in, and if they are all that there are. */
interface HandingIn {
  readonly floor?: Label;
  readonly all?: boolean;
}

/**
 * Tells what the caller of a framework handed in from what was added on the way to the model: text
 * that was retrieved, remembered or rewritten has no source that anybody named, and stands in
 * system and user turns as if the caller had written it.
 */
export class HandedIn {
  readonly #space: LabelSpace;
  readonly #added: Label;
  /** By text: the label of whoever handed it in, and how often it came. */
  readonly #turns: Map<string, { readonly label: Label; readonly times: number }> = new Map();
  /** `undefined`: the tool has not come back, or threw: the words are then the framework's. */
  readonly #results: Map<string, string | undefined> = new Map();

  /** `added`: what carries everything that nobody handed in. */
  constructor(space: LabelSpace, added: Label) {
    this.#space = space;
    this.#added = added;
  }

  /**
   * System and user turns that somebody handed in: the caller, or with `floor` a tool. `all`: these
   * are all that there are, those of before among them; else they come beside those.
   */
  add(
    messages: readonly PlainMessage[],
    { floor = this.#space.bottom, all = false }: HandingIn = {},
  ): void {
    const fresh = new Map<string, number>();
    for (const message of messages) {
      if (message.role !== 'system' && message.role !== 'user') continue;
      for (const part of message.parts) {
        const key = turnKey(message.role, part);
        fresh.set(key, (fresh.get(key) ?? 0) + 1);
      }
    }
    for (const [key, times] of fresh) {
      const known = this.#turns.get(key) ?? { label: floor, times: 0 };
      // The caller's own words stay the caller's, whoever repeats them; but not more of them.
      const isCallers = known.label === this.#space.bottom || floor === this.#space.bottom;
      const label = isCallers ? this.#space.bottom : this.#space.join(known.label, floor);
      this.#turns.set(key, {
        label,
        times: all ? Math.max(known.times, times) : known.times + times,
      });
    }
  }

  /** A tool begins to run: of one that throws, the framework tells the model in its own words. */
  begin(callId: string): void {
    this.#results.set(callId, undefined);
  }

  /** Notes a tool's result as the model is to read it. */
  addResult(callId: string, parts: readonly PlainPart[]): void {
    this.#results.set(callId, partsKey(parts));
  }

  /** The label of a turn by who handed it in; the caller's words by somebody else are added. */
  labelOf(message: PlainMessage, { isCallers }: { readonly isCallers: boolean }): Label {
    const { bottom } = this.#space;
    if (message.role !== 'system' && message.role !== 'user') return bottom;
    const { role, parts } = message;
    const labels = parts.map((part) => {
      const known = this.#turns.get(turnKey(role, part))?.label ?? this.#added;
      return known === bottom && !isCallers ? this.#added : known;
    });
    return joinAll(this.#space, labels);
  }

  /** The same messages, where what was added says so, in turns of its own. */
  marked(messages: readonly PlainMessage[]): readonly PlainMessage[] {
    const used = new Map<string, number>();
    return messages.flatMap((message): readonly PlainMessage[] => {
      if (message.role === 'assistant') return [message];
      return message.role === 'tool'
        ? [this.#markedResult(message)]
        : this.#markedTurns(message, used);
    });
  }

  #markedResult(message: Result): Result {
    const { callId } = message;
    const known = this.#results.get(callId) ?? (this.#results.has(callId) ? 'threw' : undefined);
    if (known === 'threw' || known === partsKey(message.parts)) return message;
    return { ...message, parts: message.parts.map((part) => this.#raised(part, this.#added)) };
  }

  /** How many parts were added is theirs to say: they share no turn with the caller's. */
  #markedTurns({ role, parts }: Turn, used: Map<string, number>): readonly Turn[] {
    const turns: { label: Label; parts: PlainPart[] }[] = [];
    for (const part of parts) {
      const key = turnKey(role, part);
      const times = (used.get(key) ?? 0) + 1;
      used.set(key, times);
      const known = this.#turns.get(key);
      const label = known === undefined || times > known.times ? this.#added : known.label;
      const last = turns.at(-1);
      const raised = this.#raised(part, label);
      if (last === undefined || last.label !== label) turns.push({ label, parts: [raised] });
      else if (label === this.#space.bottom) last.parts.push(raised);
      else last.parts = withPart(last.parts, raised);
    }
    if (turns.length === 0) return [{ role, parts }];
    return turns.map((turn) => ({ role, parts: turn.parts }));
  }

  #raised(part: PlainPart, label: Label): PlainPart {
    return label === this.#space.bottom ? part : { ...part, least: label.text };
  }
}

/** Texts that were added one behind the other are one: how many there are says nothing then. */
function withPart(parts: readonly PlainPart[], part: PlainPart): PlainPart[] {
  const last = parts.at(-1);
  if (last?.kind !== 'text' || part.kind !== 'text') return [...parts, part];
  return [...parts.slice(0, -1), { ...last, text: `${last.text}\n${part.text}` }];
}

function turnKey(role: 'system' | 'user', part: PlainPart): string {
  return `${role} ${partsKey([part])}`;
}

/**
 * Frameworks wrap files and images differently on their way to the model; what they hold, or where
 * it is, stays: it is the longest text in them.
 */
function partsKey(parts: readonly PlainPart[]): string {
  return JSON.stringify(
    parts.map((part) => (part.kind === 'text' ? part.text : [longestText(part.data)])),
  );
}

const besides: ReadonlySet<string> = new Set([
  'type',
  'filename',
  'mediaType',
  'providerOptions',
  'providerMetadata',
]);

function longestText(data: unknown): string {
  if (typeof data === 'string') return sameText(data);
  if (data instanceof URL) return data.href;
  if (data instanceof Uint8Array) return base64Of(data);
  if (data instanceof ArrayBuffer) return base64Of(new Uint8Array(data));
  if (typeof data !== 'object' || data === null) return '';
  let longest = '';
  for (const [key, value] of Object.entries(data)) {
    const text = besides.has(key) ? '' : longestText(value);
    if (text.length > longest.length) longest = text;
  }
  return longest;
}

/** An address as `URL` writes it, and of a `data:` address what it holds. */
function sameText(text: string): string {
  if (/^https?:/i.test(text) && URL.canParse(text)) return new URL(text).href;
  return text.replace(/^data:[^,]*,/, '');
}

/**
 * The system and user turns that one guard was shown: enough to tell the beginning of a second
 * conversation, which would start with the labels of the first.
 */
export class KnownTurns {
  readonly #keys: Set<string> = new Set();

  /**
   * Throws `history-invalid` where all there is, besides the known system prompt, is one user turn
   * that is not known. Anything more may be a history that was cut or summarised: that raises
   * labels, and a guard of its own would lower them.
   */
  check(messages: readonly PlainMessage[]): void {
    if (this.#keys.size === 0) return;
    const fresh = messages.filter((message) => !this.#keys.has(keyOf(message)));
    const begins =
      fresh.length === 1 &&
      fresh[0]?.role === 'user' &&
      messages.every((message) => message.role === 'system' || message === fresh[0]);
    if (!begins) return;
    throw new SluiceError('history-invalid', 'a second conversation begins on this guard', {
      hint: 'make a guard for each conversation; where this one goes on, send its messages too',
    });
  }

  /** Takes over what a model call was answered for. */
  add(messages: readonly PlainMessage[]): void {
    for (const message of messages) {
      if (message.role === 'system' || message.role === 'user') this.#keys.add(keyOf(message));
    }
  }
}

function keyOf(message: PlainMessage): string {
  return canonicalJson(message);
}

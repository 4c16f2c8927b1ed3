import { Content, reveal, type Region, type RegionForm } from '../../history/content.ts';
import { Opaque, revealOpaque, type Call, type Message, type Part } from '../../history/message.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { list, oneOf, optional, record, text, truth, unreadable, whole } from './saved-value.ts';

/** Labels by their place in a table, for a document has many regions and few labels. */
class LabelTable {
  readonly texts: string[] = [];
  readonly #places = new Map<Label, number>();

  place(label: Label): number {
    const known = this.#places.get(label);
    if (known !== undefined) return known;
    const place = this.texts.push(label.text) - 1;
    this.#places.set(label, place);
    return place;
  }
}

/** A labelled message as a JSON value, values included: for a store that encrypts it. */
export function saveMessage(message: Message): Readonly<Record<string, unknown>> {
  const labels = new LabelTable();
  const content = (of: Content): unknown => [reveal(of), saveRegion(of.root, labels)];
  const saved = saveFields(message, { labels, content });
  return { ...saved, labels: labels.texts };
}

interface Saving {
  readonly labels: LabelTable;
  readonly content: (of: Content) => unknown;
}

function saveFields(message: Message, { labels, content }: Saving): object {
  if (message.role === 'assistant') {
    const { role, reasoning } = message;
    return {
      role,
      text: content(message.text),
      label: labels.place(message.label),
      ...(reasoning !== undefined && { reasoning: revealOpaque(reasoning) }),
      calls: message.calls.map(({ id, tool, declared, args, label }) => {
        return { id, tool, declared, args: content(args), label: labels.place(label) };
      }),
    };
  }
  const parts = message.parts.map((part) =>
    part.kind === 'text'
      ? { text: content(part.content) }
      : {
          type: part.mediaType,
          data: revealOpaque(part.data),
          label: labels.place(part.label),
        },
  );
  const { role } = message;
  const shape = labels.place(message.shape);
  if (role !== 'tool') return { role, parts, shape };
  const { callId, failed } = message;
  return { role, callId, parts, shape, ...(failed && { failed }) };
}

const forms: readonly RegionForm[] = ['text', 'scalar', 'key', 'container'];

function saveRegion({ start, end, label, form, path, parts }: Region, labels: LabelTable): unknown {
  const inside = parts.map((part) => saveRegion(part, labels));
  return [start, end, labels.place(label), forms.indexOf(form), path, inside];
}

/** Throws `history-invalid` or `label-invalid` for what is not a saved message of this space. */
export function loadMessage(space: LabelSpace, value: unknown): Message {
  const saved = record(value);
  const texts = list(text)(saved['labels']).map((each) => space.parse(each));
  const label = (place: unknown): Label => texts[whole(place)] ?? missing();
  const content = (pair: unknown): Content => {
    const [words, root] = list((each) => each)(pair);
    return Content.of(space, text(words), loadRegion(root, label));
  };
  const loading = { label, content };
  const role = oneOf('system', 'user', 'assistant', 'tool')(saved['role']);
  if (role === 'assistant') return loadGeneration(saved, loading);
  const parts = list((part) => loadPart(record(part), loading))(saved['parts']);
  const shape = label(saved['shape']);
  if (role !== 'tool') return { role, parts, shape };
  const failed = optional(truth)(saved['failed']) === true;
  return { role, callId: text(saved['callId']), parts, shape, ...(failed && { failed }) };
}

interface Loading {
  readonly label: (place: unknown) => Label;
  readonly content: (pair: unknown) => Content;
}

type Saved = Readonly<Record<string, unknown>>;

function loadGeneration(saved: Saved, { label, content }: Loading): Message {
  const calls = list((value): Call => {
    const call = record(value);
    return {
      id: text(call['id']),
      tool: text(call['tool']),
      declared: truth(call['declared']),
      args: content(call['args']),
      label: label(call['label']),
    };
  })(saved['calls']);
  const reasoning = optional((data) => new Opaque(data))(saved['reasoning']);
  const made = { text: content(saved['text']), calls, label: label(saved['label']) };
  return { role: 'assistant', ...made, ...(reasoning && { reasoning }) };
}

function loadPart(saved: Saved, { label, content }: Loading): Part {
  if (saved['type'] === undefined) return { kind: 'text', content: content(saved['text']) };
  const data = new Opaque(saved['data']);
  return { kind: 'opaque', mediaType: text(saved['type']), data, label: label(saved['label']) };
}

function loadRegion(value: unknown, label: (place: unknown) => Label): Region {
  const [start, end, place, form, path, parts] = list((each) => each)(value);
  return {
    start: whole(start),
    end: whole(end),
    label: label(place),
    form: forms[whole(form)] ?? missing(),
    path: text(path),
    parts: list((part) => loadRegion(part, label))(parts),
  };
}

function missing(): never {
  throw unreadable();
}

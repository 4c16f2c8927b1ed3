import type { Rng } from '../../../core/fuzz/rng.ts';
import { isBody, type Body } from '../../test/upstream/dialect.ts';
import { recordOf } from '../mutate.ts';
import type { ProtocolName } from './bodies.ts';
import { unknownObject } from './put.ts';
import { unknownName, valueWith } from './words.ts';

/** The unknown things that a provider's answer holds. */
export interface Unknowns {
  readonly rng: Rng;
  readonly protocol: ProtocolName;
  readonly marker: string;
  /** Whether a block, an item or a part is among them: the answer's label is top then. */
  readonly hasBlock: boolean;
}

/** Chat has no list that a block could stand in. */
export function canHoldBlock(protocol: ProtocolName): boolean {
  return protocol !== 'chat';
}

/** A whole answer with unknown things put in. */
export function unknownWhole(body: Body, unknowns: Unknowns): Body {
  const copy = recordOf(structuredClone(body));
  const { rng, protocol, hasBlock } = unknowns;
  addFields(copy, unknowns);
  const list = contentOf(copy, protocol);
  if (hasBlock && list !== undefined) {
    list.splice(rng.below(list.length + 1), 0, unknownObject(rng, unknowns).value);
  }
  return copy;
}

function contentOf(body: Body, protocol: ProtocolName): unknown[] | undefined {
  const [candidate] = Array.isArray(body['candidates']) ? body['candidates'] : [];
  const content = isBody(candidate) && isBody(candidate['content']) ? candidate['content'] : {};
  const lists = {
    chat: undefined,
    messages: body['content'],
    responses: body['output'],
    gemini: content['parts'],
  };
  const list = lists[protocol];
  return Array.isArray(list) ? list : undefined;
}

/** Objects whose fields are the model's own words, and any field of theirs an argument. */
const free: ReadonlySet<string> = new Set(['input', 'args', 'arguments', 'tools', 'metadata']);

/** Unknown fields in some of the objects of an answer. */
function addFields(value: unknown, unknowns: Unknowns): void {
  if (Array.isArray(value)) for (const each of value) addFields(each, unknowns);
  if (!isBody(value)) return;
  for (const [name, each] of Object.entries(value)) {
    if (!free.has(name) || typeof each === 'string') addFields(each, unknowns);
  }
  const { rng, marker } = unknowns;
  if (!rng.chance(12)) return;
  const name = unknownName(rng);
  if (Object.hasOwn(value, name)) return;
  const field = { value: valueWith(rng, marker), enumerable: true, configurable: true };
  Object.defineProperty(value, name, field);
}

/** The events of an answer with unknown things put in. */
export function unknownEvents(events: readonly string[], unknowns: Unknowns): readonly string[] {
  const { rng, hasBlock } = unknowns;
  const changed = events.map((event) => rewritten(event, unknowns));
  const withBlock = hasBlock ? blockPut(changed, unknowns) : changed;
  // The last one may be the mark of the end.
  const at = withBlock.length < 2 ? 0 : rng.below(withBlock.length - 1);
  const more = rng.chance(50) ? [unknownEvent(unknowns)] : [];
  return [...withBlock.slice(0, at + 1), ...more, ...withBlock.slice(at + 1)];
}

function unknownEvent({ rng, protocol, marker }: Unknowns): string {
  const type = unknownName(rng).replaceAll(/[^\w.-]/g, '');
  const fields = { [`q${rng.word()}`]: valueWith(rng, marker) };
  if (protocol === 'chat' || protocol === 'gemini') return `data: ${JSON.stringify(fields)}\n\n`;
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

/** The events with their data changed. */
function rewritten(event: string, unknowns: Unknowns): string {
  return mapData(event, (data) => {
    addFields(data, unknowns);
    return data;
  });
}

function mapData(event: string, change: (data: Body) => Body): string {
  const begins = event.startsWith('data: ') ? 0 : event.indexOf('\ndata: ') + 1;
  const text = event.slice(begins + 'data: '.length).trimEnd();
  if (!text.startsWith('{')) return event;
  const data: unknown = JSON.parse(text);
  return isBody(data)
    ? `${event.slice(0, begins)}data: ${JSON.stringify(change(data))}\n\n`
    : event;
}

/** The block stands before all others: what was sent before it may have gone out already. */
function blockPut(events: readonly string[], unknowns: Unknowns): readonly string[] {
  const { rng, protocol } = unknowns;
  const { value: block, type } = unknownObject(rng, unknowns);
  const moved = events.map((event) => mapData(event, (data) => shifted(data, block)));
  const put = (index: number, ...more: readonly string[]): readonly string[] => [
    ...moved.slice(0, index),
    ...more,
    ...moved.slice(index),
  ];
  switch (protocol) {
    case 'messages': {
      const delta = { type: unknownName(rng), [unknownName(rng)]: unknowns.marker };
      return put(
        1,
        eventOf('content_block_start', { index: 0, content_block: block }),
        eventOf('content_block_delta', { index: 0, delta }),
        eventOf('content_block_stop', { index: 0 }),
      );
    }
    case 'responses':
      return put(
        1,
        eventOf('response.output_item.added', { output_index: 0, item: block }),
        eventOf(`response.${type.replaceAll(/\W/g, '')}.delta`, { output_index: 0, delta: 'q' }),
        eventOf('response.output_item.done', { output_index: 0, item: block }),
      );
    case 'gemini': {
      const content = { role: 'model', parts: [block] };
      return put(0, `data: ${JSON.stringify({ candidates: [{ content, index: 0 }] })}\n\n`);
    }
    case 'chat':
      return moved;
  }
}

/** One place further on. */
function shifted(data: Body, block: Body): Body {
  const { index, output_index, response, type } = data;
  const ended = type === 'response.completed' && isBody(response) ? response : undefined;
  const output = Array.isArray(ended?.['output']) ? ended['output'] : [];
  return {
    ...data,
    ...(typeof index === 'number' && { index: index + 1 }),
    ...(typeof output_index === 'number' && { output_index: output_index + 1 }),
    ...(ended !== undefined && { response: { ...ended, output: [block, ...output] } }),
  };
}

function eventOf(type: string, fields: Body): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

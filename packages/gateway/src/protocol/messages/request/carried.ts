import type { ClientRequest } from '../../protocol.ts';
import {
  type Fields,
  fieldsOf,
  invalidField,
  isRecord,
  itemField,
  labelField,
  wordOf,
} from '../../shared/fields.ts';
import { markerFields } from '../tables.ts';

/** The parts of a Messages request that `ClientRequest` has no place for. JSON values only. */
export interface Carried {
  readonly markers: Markers;
  /** Inert fields of declarations, by the tool's name. */
  readonly tools: Readonly<Record<string, unknown>>;
}

/** Fields of the body that `render` writes anew, and so have room in `params`. */
interface Places {
  readonly cache_control: Markers;
  readonly tools: Readonly<Record<string, unknown>>;
}

/** The params of a request with what is carried beside them. */
export function withCarried(
  params: Readonly<Record<string, unknown>>,
  { markers, tools }: Carried,
): ClientRequest['params'] {
  const places: Places = { cache_control: markers, tools };
  return { ...params, ...places };
}

/** Parts the two again. Params that were not made here carry nothing. */
export function carriedOf({ params }: ClientRequest): {
  readonly params: Readonly<Record<string, unknown>>;
  readonly carried: Carried;
} {
  const { cache_control: markers, tools, ...rest } = params;
  return {
    params: rest,
    carried: { markers: markersOf(markers), tools: isRecord(tools) ? tools : {} },
  };
}

/** Where a client may ask the provider to cache what came until there, in the provider's order. */
const places = ['tools', 'system', 'messages'] as const;

export type MarkedPlace = (typeof places)[number];

/** A cache marker as the provider takes it. */
export interface Marker {
  readonly type: 'ephemeral';
  readonly ttl?: '5m' | '1h';
}

export type Markers = Readonly<Partial<Record<MarkedPlace, Marker>>>;

/**
 * Takes the cache markers out of a request. What is left of them is whether a place is marked, and
 * for how long, by its last marker: a provider wants no longer time behind a shorter one, and the
 * last markers of the places keep the order that all of them had.
 */
export class MarkerCollector {
  readonly #markers: Partial<Record<MarkedPlace, Marker>> = {};

  get markers(): Markers {
    return { ...this.#markers };
  }

  /** Reads `cache_control` of an object that stands in `place`. Throws `RequestError`. */
  collect(place: MarkedPlace, fields: Fields): void {
    const item = itemField(fields, 'cache_control');
    if (item.value === undefined) return;
    const marker = fieldsOf(item.value, markerFields, item.at);
    const ttl = marker.read.get('ttl');
    if (wordOf(item, 'type') !== 'ephemeral') {
      throw invalidField(item.at.field('type'), 'is not a kind of cache', 'pass `ephemeral`');
    }
    if (ttl !== undefined && ttl !== '5m' && ttl !== '1h') {
      throw invalidField(item.at.field('ttl'), 'is not a time to live', 'pass `5m` or `1h`');
    }
    this.#markers[place] = { type: 'ephemeral', ...(ttl !== undefined && { ttl }) };
  }
}

/**
 * A copy of a block without the markers and labels in it. Only for blocks that a table was read by:
 * there, a field of such a name is one and nothing else.
 */
export function withoutMarkers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarkers);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name]) => name !== 'cache_control' && name !== labelField,
  );
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutMarkers(field)]));
}

/** Markers out of what was carried between `read` and `render`. */
function markersOf(value: unknown): Markers {
  const markers: Partial<Record<MarkedPlace, Marker>> = {};
  for (const place of isRecord(value) ? places : []) {
    const marker = isRecord(value) ? value[place] : undefined;
    if (!isRecord(marker)) continue;
    const { ttl } = marker;
    markers[place] = { type: 'ephemeral', ...((ttl === '5m' || ttl === '1h') && { ttl }) };
  }
  return markers;
}

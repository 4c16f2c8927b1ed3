import type { ClientRequest } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { markersOf, type Markers } from './markers.ts';

/** What a Messages request says besides what `ClientRequest` has a place for. JSON values only. */
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

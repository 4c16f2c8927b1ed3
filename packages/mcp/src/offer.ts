import { canonicalJson } from '@sluice/core';
import { fieldsOf, textIn } from './fields.ts';

/** `server`: who it is, and its instructions. */
export type OfferKind = 'server' | 'tool' | 'prompt' | 'resource' | 'template';

/** Something that a server offers, as it describes it. All of it is the server's word. */
export interface Offer {
  readonly kind: OfferKind;
  /** By which a client asks for it. */
  readonly name: string;
  /** Canonical JSON of all that the server says of it: two offers are one where these are equal. */
  readonly definition: string;
}

const nameKeys: Readonly<Record<OfferKind, string>> = {
  server: 'name',
  tool: 'name',
  prompt: 'name',
  resource: 'uri',
  template: 'uriTemplate',
};

/** `undefined` where it has no name: nobody could accept it, or ask for it. */
export function offerOf(kind: OfferKind, item: unknown): Offer | undefined {
  const name = textIn(fieldsOf(item)[nameKeys[kind]]);
  return name === undefined ? undefined : { kind, name, definition: canonicalJson(item) };
}

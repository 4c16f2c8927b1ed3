/**
 * The ids of a response and of its items, all made of the answer's id, so that an item that a
 * client names (`item_reference`) or sends back can be traced to its response.
 */

const responsePrefix = 'resp_';
const itemPattern = /^(msg|fc|ctc|rs|ws|nt)_(.+)_(\d{1,4})$/s;

/** `nt`: a notice to the client's user, which is no part of the answer. */
type ItemKind = 'msg' | 'fc' | 'ctc' | 'rs' | 'ws' | 'nt';

export function responseId(answerId: string): string {
  return responsePrefix + answerId;
}

/** The answer's id in the id of a response; `undefined` for one that we cannot have given. */
export function answerIdOf(id: string): string | undefined {
  return id.startsWith(responsePrefix) ? id.slice(responsePrefix.length) : undefined;
}

/** `index` counts the items of one kind. */
export function itemId(kind: ItemKind, answerId: string, index: number): string {
  return `${kind}_${answerId}_${index}`;
}

/** The kind and the answer's id in the id of an item; `undefined` for an id of another form. */
export function itemOrigin(
  id: string,
): { readonly kind: ItemKind; readonly answerId: string } | undefined {
  const [, kind, answerId] = itemPattern.exec(id) ?? [];
  if (answerId === undefined || !isItemKind(kind)) return undefined;
  return { kind, answerId };
}

function isItemKind(kind: string | undefined): kind is ItemKind {
  return ['msg', 'fc', 'ctc', 'rs', 'ws', 'nt'].some((known) => known === kind);
}

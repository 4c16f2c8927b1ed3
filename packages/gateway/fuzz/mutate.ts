import type { Rng } from '../../core/fuzz/rng.ts';

/** The same JSON with some of its parts deleted, doubled, exchanged or replaced by junk. */
export function mutatedJson(rng: Rng, value: unknown, ids: readonly string[]): unknown {
  const copy: unknown = structuredClone(value);
  for (let times = 1 + rng.below(3); times > 0; times -= 1) mutateOnce(rng, copy, ids);
  return copy;
}

function mutateOnce(rng: Rng, value: unknown, ids: readonly string[]): void {
  const places = placesIn(value);
  if (places.length === 0) return;
  const { holder, key } = rng.pick(places);
  if (Array.isArray(holder)) return mutateList(rng, holder, Number(key), ids);
  const roll = rng.below(10);
  if (roll < 3) delete holder[key];
  else if (roll < 8) holder[key] = junk(rng, holder[key], ids);
  else
    holder[rng.pick(['role', 'type', 'id', '__proto__', 'constructor', rng.word()])] = holder[key];
}

// oxlint-disable-next-line max-params -- what is changed, where, and with what
function mutateList(rng: Rng, list: unknown[], at: number, ids: readonly string[]): void {
  const other = rng.below(list.length);
  switch (rng.below(5)) {
    case 0:
      list.splice(at, 1);
      return;
    case 1:
      list.splice(other, 0, structuredClone(list[at]));
      return;
    case 2:
      [list[at], list[other]] = [list[other], list[at]];
      return;
    case 3:
      list.length = at;
      return;
    default:
      list[at] = junk(rng, list[at], ids);
  }
}

interface Member {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
}

/** Every member of every list and record in a value, down to some depth. */
function placesIn(value: unknown, depth = 0): readonly Member[] {
  if (typeof value !== 'object' || value === null || depth > 20) return [];
  const holder: Member['holder'] = Array.isArray(value) ? value : recordOf(value);
  return Object.entries(value).flatMap(([key, member]) => {
    return [{ holder, key }, ...placesIn(member, depth + 1)];
  });
}

/** The very object: what is changed in it is changed in the body. */
export function recordOf(value: object): Record<string, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any object of JSON is one
  return value as Record<string, unknown>;
}

function junk(rng: Rng, value: unknown, ids: readonly string[]): unknown {
  if (typeof value === 'string' && ids.length > 0 && rng.chance(40)) return rng.pick(ids);
  if (typeof value === 'string' && rng.chance(20)) return `${value}${rng.word()}`;
  const makers: readonly (() => unknown)[] = [
    () => null,
    () => rng.pick(['', ' ', 'user', 'assistant', 'tool', 'system', 'developer', 'auto', 'none']),
    () => rng.pick([0, -1, 1e21, 0.5, 2 ** 53]),
    () => rng.chance(50),
    () => [],
    () => ({}),
    () => [value, value],
    () => ({ type: 'text', text: value }),
    () => rng.pick(['\ud800', '\u0000', '\u202e', 'a\u0301', '\u2028', 'x'.repeat(5_000)]),
    () => nested(rng.pick([5, 60])),
    () => deep,
  ];
  return rng.pick(makers)();
}

/** Stands for a value that nests deeper than a recursive reader can follow. */
const deep = '@deep@';

/** JSON text with what `deep` stands for put in. */
export function deepened(json: string): string {
  return json.replaceAll(`"${deep}"`, () => `${'['.repeat(deepMax)}${']'.repeat(deepMax)}`);
}

const deepMax = 20_000;

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at += 1) value = [value];
  return value;
}

/** Bytes changed, left out, put in or repeated at some places. */
export function mutatedBytes(rng: Rng, bytes: Buffer): Buffer {
  let mutated = bytes;
  for (let times = 1 + rng.below(4); times > 0; times -= 1) mutated = changed(rng, mutated);
  return mutated;
}

function changed(rng: Rng, bytes: Buffer): Buffer {
  const at = rng.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + rng.below(40));
  const [before, middle, after] = [
    bytes.subarray(0, at),
    bytes.subarray(at, end),
    bytes.subarray(end),
  ];
  const put = (piece: Uint8Array): Buffer => Buffer.concat([before, piece, after]);
  switch (rng.below(5)) {
    case 0:
      return put(Buffer.alloc(0));
    case 1:
      return put(Buffer.concat([middle, middle]));
    case 2:
      return put(Buffer.from([rng.below(256)]));
    case 3:
      return put(Buffer.from(rng.pick(['"', '{', '}', '\\', '\n\n', ',', '\u0000', '[', 'é'])));
    default:
      return before;
  }
}

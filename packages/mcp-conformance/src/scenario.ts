import { isDeepStrictEqual } from 'node:util';
import type { Connection, Opening } from './client/connection.ts';
import type { Script } from './server/script.ts';
import type { Era } from './wire/era.ts';
import { at, type Fields, isFields } from './wire/message.ts';

/** One thing that a proxy must do, tried with a client before it and a server behind it. */
export interface Scenario {
  /** `topic/name`. */
  readonly name: string;
  /** One sentence: the harm where a proxy fails. */
  readonly why: string;
  /** The page of the specification that says so, or the document beside it. */
  readonly source: string;
  readonly eras: readonly Era[];
  /** The wire that it needs on a side; undefined: any. */
  readonly client?: 'http';
  readonly server?: 'http';
  /** True if a proxy may fail it and still conform: the reason is in `why`. */
  readonly optional?: true;
  /** True if the server's lists change in it: a proxy that keeps lists is then started anew. */
  readonly leaves?: true;
  readonly run: (stage: Stage) => Promise<void>;
}

/** Both ends of the proxy, as one scenario sees them. */
export interface Stage {
  readonly era: Era;
  readonly server: Script;
  readonly connect: (opening?: Opening) => Promise<Connection>;
  /** Names what is awaited, for the report of a proxy that never delivers it. */
  readonly until: <Value>(what: string, arrives: Promise<Value>) => Promise<Value>;
  /** Makes the server forget a session. */
  readonly forget: (session: string) => void;
  /** Tokens of two clients and of another audience, where the proxy asks for tokens. */
  readonly tokens: Tokens;
}

export interface Tokens {
  readonly first: string | undefined;
  readonly second: string | undefined;
  readonly otherAudience: string | undefined;
}

/** What a proxy did wrong. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
}

/** The set-up lacks what a scenario needs: it neither passes nor fails. */
export class NotRun extends Error {
  override readonly name = 'NotRun';
}

export function holds(claim: boolean, otherwise: string): void {
  if (!claim) throw new Mismatch(otherwise);
}

export function same(actual: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Mismatch(`${what}: ${shown(expected)} became ${shown(actual)}`);
}

/**
 * Every field of `expected` is there unchanged. A proxy may add fields of its own beside them, and
 * deeper down entries of a `_meta`, which is where the protocol lets it.
 */
export function includes(actual: unknown, expected: Fields, what: string): void {
  for (const [key, value] of Object.entries(expected)) {
    const own = bare({ [key]: at(actual, key) }, { [key]: value });
    same(at(own, key), value, `${what}.${key}`);
  }
}

/** Without the entries of each `_meta` that were not expected there. */
function bare(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(actual))
    return actual.map((item: unknown, index) => bare(item, at(expected, index)));
  if (!isFields(actual)) return actual;
  const entries = Object.entries(actual).flatMap(([key, value]) => {
    const wanted = at(expected, key);
    if (key !== '_meta' || !isFields(value)) return [[key, bare(value, wanted)] as const];
    const names = Object.keys(isFields(wanted) ? wanted : {});
    const ours = Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
    return wanted === undefined ? [] : [[key, ours] as const];
  });
  return Object.fromEntries(entries);
}

const shownCharactersMax = 120;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}...` : text;
}

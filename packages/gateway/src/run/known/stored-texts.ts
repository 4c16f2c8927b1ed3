import {
  type Content,
  limits as engineLimits,
  ownTurn,
  savedDeclared,
  type SavedTexts,
  savedTextsReader,
} from '@sluice/core';
import * as z from 'zod';
import { limits } from '../../limits.ts';
import { Pace } from '../../protocol/shared/pace.ts';
import { StoreError } from '../../store/errors.ts';
import type { SavedRun, Store } from '../../store/store.ts';
import { bytesHeld } from '../run-memory.ts';
import { names, scoped } from '../find/find-run.ts';
import { readHead } from '../run-head.ts';
import type { Owner } from '../runs.ts';

/** A text that a stored run has known since then, by the clock of the client's texts. */
export interface StoredText {
  readonly run: string;
  readonly content: Content;
  readonly at: number;
  readonly isAnswer: boolean;
}

export interface StoredTexts {
  /** In the order in which they became known. */
  readonly texts: readonly StoredText[];
  /** The declarations of tools in these runs. */
  readonly declared: readonly Pick<StoredText, 'run' | 'content'>[];
  /** Runs that cannot be read: nobody knows what they have known. */
  readonly unreadable: readonly string[];
}

export interface TextsOf {
  readonly owner: Owner;
  /** Id of the client's key. */
  readonly client: string;
}

/** The texts that the client's newest runs know, as far as there is room for it. */
export async function storedTexts(
  store: Pick<Store, 'newestKnowing' | 'loadRun'>,
  { owner, client }: TextsOf,
): Promise<StoredTexts> {
  const { tenant, profile } = owner;
  const texts: StoredText[] = [];
  const declared: Pick<StoredText, 'run' | 'content'>[] = [];
  const unreadable: string[] = [];
  let left: number = limits.knownTextsCharactersMax;
  let leftToRead: number = limits.knownTextsReadBytesMax;
  for (const run of await runsOf(store, { owner, client })) {
    if (left <= 0 || leftToRead <= 0) break;
    try {
      const saved = await store.loadRun(tenant, run);
      if (saved === undefined) continue;
      leftToRead -= bytesHeld(saved.entries);
      const found = await textsIn(saved, { policy: profile.policy, client });
      texts.push(...found.texts.map((each) => ({ run, ...each })));
      declared.push(...found.declared.map((content) => ({ run, content })));
      left -= found.texts.reduce((sum, { content }) => sum + content.root.end, 0);
    } catch (error) {
      if (error instanceof StoreError && error.code !== 'store-corrupt') throw error;
      unreadable.push(run);
    }
  }
  return { texts: texts.toSorted((a, b) => a.at - b.at), declared, unreadable };
}

/** Those that only record and those that decide keep the same texts, under names of their own. */
async function runsOf(
  store: Pick<Store, 'newestKnowing'>,
  { owner: { tenant, profile }, client }: TextsOf,
): Promise<ReadonlySet<string>> {
  const found = [false, true].map((shadow) =>
    store.newestKnowing(tenant, scoped({ profile, shadow }, names.client(client))),
  );
  return new Set((await Promise.all(found)).flat());
}

interface TextsOfRun {
  readonly texts: readonly Omit<StoredText, 'run'>[];
  readonly declared: readonly Content[];
}

interface NotedTexts extends SavedTexts {
  readonly at: number;
  readonly client: string | undefined;
  readonly isAnswer: boolean;
}

/** Under another lattice its labels mean nothing. Throws for what cannot be read. */
async function textsIn(
  { head, entries }: SavedRun,
  { policy, client }: Pick<TextsOf, 'client'> & Pick<Owner['profile'], 'policy'>,
): Promise<TextsOfRun> {
  const read = savedTextsReader(policy, readHead(head).session);
  if (read === undefined) return { texts: [], declared: [] };
  const pace = new Pace();
  const noted = new Map<number, NotedTexts>();
  let pending: SavedTexts[] = [];
  const declared: Content[] = [];
  let heard: Content[] = [];
  for (const { json } of entries) {
    const line: unknown = JSON.parse(json);
    if (pace.isDue(json.length)) await ownTurn();
    const known = readKnownLine(line);
    const said = known === undefined ? read(line) : undefined;
    if (said !== undefined) pending.push(said);
    if (known === undefined) heard.push(...savedDeclared(policy.space, line));
    if (known === undefined) continue;
    if (known.client === client) declared.push(...heard);
    heard = [];
    for (const each of pending) {
      const { at, client: by, answer } = known;
      const first = noted.get(each.entry) ?? { at, client: by, isAnswer: each.entry === answer };
      // One that is there again has been lowered since: it is known as it was left.
      noted.set(each.entry, { ...first, ...each });
    }
    pending = [];
  }
  if (pending.length > 0) throw new Error('nobody knows since when they were known');
  const labelled = [...noted.values()].flatMap(({ texts, said, at, client: by, isAnswer }) =>
    by !== client
      ? []
      : texts
          .filter(isKept)
          .map((content) => ({ content, at, isAnswer: isAnswer && said.includes(content) })),
  );
  return { texts: labelled, declared };
}

/** A text that is too short is alike by chance; one that is too long would drive out all else. */
export function isKept({ root }: Content): boolean {
  const { knownAgainCharactersMin: least } = engineLimits;
  return root.end >= least && root.end <= limits.knownTextsCharactersMax / 2;
}

/** For whom a turn is served, and a clock of theirs whose times only grow. */
export interface NotedFor {
  /** Id of the client's key. */
  readonly client: string;
  readonly next: () => number;
}

const shape = z.object({
  kind: z.literal('known'),
  /** By the clock of the client's texts. */
  at: z.number(),
  /** Not there where an operator changed something. */
  client: z.string().optional(),
  /** The entry that the model's answer is. */
  answer: z.int().optional(),
});

/** Says for whom, and when, what stands in a run's lines before it became known. */
type KnownLine = z.output<typeof shape>;

/** `undefined` where it is another line. Throws where it is broken. */
function readKnownLine(line: unknown): KnownLine | undefined {
  const isOne =
    typeof line === 'object' && line !== null && 'kind' in line && line.kind === 'known';
  return isOne ? shape.parse(line) : undefined;
}

/** A line, and the names by which the run is to be found for its client. */
interface Noted {
  readonly line: KnownLine;
  readonly names: readonly string[];
}

/** The lines stored for a run so that a later process knows its texts again. */
export class KnownLines {
  readonly #clients: Set<string> = new Set();
  #for: NotedFor | undefined;
  #answer: number | undefined;

  /** A turn begins. */
  begin(whose: NotedFor | undefined): void {
    this.#for = whose;
    this.#answer = undefined;
  }

  /** The turn came to an answer, which is that entry. */
  answered(entry: number | undefined): void {
    this.#answer = entry;
  }

  /** The lines to store beside those that the session logged. */
  next(nowMs: number): Noted {
    const { client, next } = this.#for ?? {};
    const line = { kind: 'known', at: next?.() ?? nowMs, client, answer: this.#answer } as const;
    const isNamed = client === undefined || this.#clients.has(client);
    return { line, names: isNamed ? [] : [names.client(client)] };
  }

  /** It lies in the store. */
  stored({ line: { client } }: Noted): void {
    if (client !== undefined) this.#clients.add(client);
  }

  /** Reads a stored line; `false` where it is none of these. Throws where it is broken. */
  restore(line: unknown): boolean {
    const known = readKnownLine(line);
    if (known?.client !== undefined) this.#clients.add(known.client);
    return known !== undefined;
  }
}

import {
  limits as engineLimits,
  savedDeclared,
  savedTextsReader,
  type Content,
  type SavedTexts,
  ownTurn,
} from '@sluice/core';
import { limits } from '../limits.ts';
import { StoreError } from '../store/errors.ts';
import type { SavedRun, Store } from '../store/store.ts';
import { bytesHeld } from './bytes-held.ts';
import { names, scoped } from './find-run.ts';
import { readKnownLine } from './known-line.ts';
import { Pace } from '../protocol/shared/pace.ts';
import { readHead } from './run-head.ts';
import type { Owner } from './runs.ts';

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
  /** What was said of tools in these runs. */
  readonly declared: readonly Pick<StoredText, 'run' | 'content'>[];
  /** Runs that cannot be read: nobody knows what they have known. */
  readonly unreadable: readonly string[];
}

export interface TextsOf {
  readonly owner: Owner;
  /** Id of the client's key. */
  readonly client: string;
}

/** What the newest runs of a client have known, as far as there is room for it. */
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

interface Noted extends SavedTexts {
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
  const noted = new Map<number, Noted>();
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

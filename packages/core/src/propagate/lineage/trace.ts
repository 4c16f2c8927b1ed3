import { atomsIn, kindOf, type Atom } from './atoms/atoms.ts';
import { Cover } from './cover.ts';
import { isContentWord } from './word-sequence.ts';
import type { DraftValue } from './draft-values.ts';
import { phraseOf } from './text/fold.ts';
import type { IndexedRegion } from './lineage-index.ts';
import { Matches, type MatchKind, type Wanted } from './matches.ts';
import { isDistinctive, probeOf, type Match, type Probe } from './probe.ts';
import { Candidates, type Sources } from './sources.ts';
import type { Slices } from '../../history/slices.ts';
import type { Work } from './work.ts';

/** A text that is looked for, and where it was found as a whole. Equal values share one. */
interface Search extends Wanted {
  readonly probe: Probe;
  readonly isName: boolean;
  readonly candidates: Candidates;
}

/** A part of a value, and where it was found. */
interface Piece extends Wanted {
  readonly how: 'word' | ReturnType<typeof kindOf>;
  readonly candidates: Candidates;
}

interface Traced {
  readonly value: DraftValue;
  readonly search: Search;
}

interface Within {
  readonly corpus: readonly IndexedRegion[];
  readonly work: Work;
}

/**
 * Chooses sources for the values of a draft, so that the join of their labels stays low: first the
 * values that cost nothing, then those with the least choice, then what must be put together from
 * several regions.
 */
export function* trace(
  sources: Sources,
  values: readonly DraftValue[],
  within: Within,
): Slices<undefined> {
  const traced = searchesFor(values, within.work);
  yield* findWhole(new Set(traced.map(({ search }) => search)), within);
  const costly = traced.filter(({ value, search }) => !sources.takeFree(value, search.candidates));
  const byChoice = costly.toSorted((a, b) => a.search.candidates.size - b.search.candidates.size);
  const scattered: Traced[] = [];
  for (const each of byChoice) {
    within.work.spend(1 + each.search.candidates.size);
    if (!sources.takeLowest(each.value, each.search.candidates)) scattered.push(each);
    if (within.work.isDue) yield;
  }
  if (scattered.length > 0) yield* putTogether(sources, scattered, within);
  return undefined;
}

function searchesFor(values: readonly DraftValue[], work: Work): readonly Traced[] {
  const byText = new Map<string, Search>();
  return values.flatMap((value) => {
    if (value.text === undefined) return [];
    const isName = value.isName === true;
    const key = `${isName} ${value.text}`;
    const search = byText.get(key) ?? searchFor(value.text, isName, work);
    byText.set(key, search);
    return [{ value, search }];
  });
}

function searchFor(text: string, isName: boolean, work: Work): Search {
  work.spend(valueUnits + text.length);
  const probe = probeOf(text);
  const { atoms, words, phrase, regrouped } = probe;
  // Where a value reads as an atom, its words alone are no match.
  const own = words.length === 0 || atoms.length > 0 ? undefined : phrase;
  return { probe, isName, candidates: new Candidates(), atoms, phrase: own, regrouped };
}

/** The cost of preparing a value, whatever its length. */
const valueUnits = 20;

function findWhole(searches: ReadonlySet<Search>, { corpus, work }: Within): Slices<undefined> {
  return new Matches(searches, work).in(corpus, (search, how, region) => {
    search.candidates.add({ ...matchOf(search, how, region), region });
  });
}

function matchOf(search: Search, found: MatchKind, { entry, index }: IndexedRegion): Match {
  const { probe, atoms, isName } = search;
  // Two programs that name a thing by one word have it of the language, not of each other.
  const isAlike = isName && isKey(entry);
  switch (found) {
    case 'atom':
      return {
        how: kindOf(atoms[0] ?? ''),
        isWeak: probe.isOrdinary && (isAlike || !index.isField),
      };
    case 'phrase':
      return {
        how: 'folded',
        isWeak: probe.isOrdinary && (isAlike || index.phrase !== probe.phrase),
      };
    case 'regrouped':
      return { how: 'identifier', isWeak: false };
  }
}

function isKey({ source }: IndexedRegion['entry']): boolean {
  return source.kind === 'text' && source.region.form === 'key';
}

/** Sources of the values' pieces: their atoms, their distinctive words, their runs of words. */
function* putTogether(
  sources: Sources,
  scattered: readonly Traced[],
  { corpus, work }: Within,
): Slices<undefined> {
  const known = new Map<string, Piece>();
  const inParts = scattered
    .filter(({ search }) => !isWhole(search.probe))
    .map((each) => ({ ...each, pieces: piecesOf(each.search.probe, known, work) }));
  if (work.isDue) yield;
  yield* new Matches(known.values(), work).in(corpus, (piece, _, region) => {
    piece.candidates.add({ region, how: piece.how, isWeak: false });
  });
  const cover = new Cover(
    inParts.map(({ search }) => search.probe.words),
    { corpus, work },
  );
  for (const { value, search, pieces } of inParts) {
    if (sources.takeFree(value, search.candidates)) continue;
    for (const piece of pieces) {
      work.spend(1 + piece.candidates.size);
      sources.takeLowest(value, piece.candidates);
    }
    if (search.probe.words.length > 1) yield* cover.take(sources, value, search.probe.words);
    if (work.isDue) yield;
  }
  return undefined;
}

/** A number, a date or an address has no pieces that would mean anything; a URL has. */
function isWhole({ atoms }: Probe): boolean {
  return atoms.some((atom) => kindOf(atom) !== 'url');
}

function piecesOf(probe: Probe, known: Map<string, Piece>, work: Work): readonly Piece[] {
  work.spend(probe.folded.length);
  const groups = new Map(atomsIn(probe.folded).map((atoms) => [atoms.join(' '), atoms]));
  const pieces = new Set<Piece>();
  const add = (key: string, piece: Omit<Piece, 'candidates' | 'regrouped'>): void => {
    const own = known.get(key) ?? { ...piece, regrouped: undefined, candidates: new Candidates() };
    known.set(key, own);
    pieces.add(own);
  };
  for (const [key, atoms] of groups) {
    const [first] = atoms;
    if (first === undefined || isDigit(first)) continue;
    add(`atoms ${key}`, { atoms, phrase: undefined, how: kindOf(first) });
  }
  for (const word of probe.words) {
    if (!isDistinctive(word) || !isContentWord(word)) continue;
    add(`word ${word}`, { atoms: [], phrase: phraseOf([word]), how: 'word' });
  }
  return [...pieces];
}

/** A single digit in a long text is no evidence of anything. */
function isDigit(atom: Atom): boolean {
  return /^number:\d$/.test(atom);
}

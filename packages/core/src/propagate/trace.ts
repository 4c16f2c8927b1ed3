import { atomsIn, kindOf, type Atom } from './atoms.ts';
import { coverByWords } from './cover.ts';
import { isContentWord } from './coverage.ts';
import type { DraftValue } from './draft-values.ts';
import type { IndexedRegion } from './lineage-index.ts';
import { isDistinctive, matchWhole, probeOf, type Probe } from './probe.ts';
import { Candidates, type Sources } from './sources.ts';

/** A value that is looked for, and where it was found as a whole. */
interface Search {
  readonly value: DraftValue;
  readonly probe: Probe;
  readonly candidates: Candidates;
}

/**
 * Chooses sources for the values of a draft, so that the join of their labels stays low: first the
 * values that cost nothing, then those with the least choice, then what must be put together from
 * several regions.
 */
export function trace(
  sources: Sources,
  values: readonly DraftValue[],
  corpus: readonly IndexedRegion[],
): void {
  const searches = values.flatMap((value) => search(value, corpus));
  const costly = searches.filter(({ value, candidates }) => !sources.takeFree(value, candidates));
  const byChoice = costly.toSorted((a, b) => a.candidates.size - b.candidates.size);
  const scattered = byChoice.filter(
    ({ value, candidates }) => !sources.takeLeast(value, candidates),
  );
  for (const each of scattered) putTogether(sources, each, corpus);
}

function search(value: DraftValue, corpus: readonly IndexedRegion[]): readonly Search[] {
  if (value.text === undefined) return [];
  const probe = probeOf(value.text);
  const candidates = new Candidates();
  for (const region of corpus) {
    const match = matchWhole(probe, region.index);
    if (match !== undefined) candidates.add({ ...match, region });
  }
  return [{ value, probe, candidates }];
}

/** Sources of a value's pieces: its atoms, its distinctive words, its runs of words. */
function putTogether(
  sources: Sources,
  { value, probe, candidates }: Search,
  corpus: readonly IndexedRegion[],
): void {
  if (sources.takeFree(value, candidates) || isWhole(probe)) return;
  const pieces = [...atomCandidates(probe, corpus), ...wordCandidates(probe, corpus)];
  for (const piece of pieces) sources.takeLeast(value, piece);
  if (probe.words.length > 1) coverByWords(sources, value, { words: probe.words, corpus });
}

/** A number, a date or an address has no pieces that would mean anything; a URL has. */
function isWhole({ atoms }: Probe): boolean {
  return atoms.some((atom) => kindOf(atom) !== 'url');
}

function atomCandidates(probe: Probe, corpus: readonly IndexedRegion[]): readonly Candidates[] {
  const groups = new Map(atomsIn(probe.folded).map((atoms) => [atoms.join(' '), atoms]));
  return [...groups.values()].flatMap((atoms) => {
    const [first] = atoms;
    if (first === undefined || isDigit(first)) return [];
    const candidates = new Candidates();
    for (const region of corpus) {
      const atom = atoms.find((each) => region.index.hasAtom(each));
      if (atom !== undefined) candidates.add({ region, how: kindOf(atom), isWeak: false });
    }
    return [candidates];
  });
}

/** A single digit in a long text is no evidence of anything. */
function isDigit(atom: Atom): boolean {
  return /^number:\d$/.test(atom);
}

function wordCandidates(probe: Probe, corpus: readonly IndexedRegion[]): readonly Candidates[] {
  const words = new Set(probe.words.filter((word) => isDistinctive(word) && isContentWord(word)));
  return [...words].map((word) => {
    const candidates = new Candidates();
    for (const region of corpus) {
      if (region.index.hasWord(word)) candidates.add({ region, how: 'word', isWeak: false });
    }
    return candidates;
  });
}

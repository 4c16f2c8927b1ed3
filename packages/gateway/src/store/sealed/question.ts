import { z } from 'zod';
import { StoreError } from '../errors.ts';
import type { Progress } from '../questions.ts';
import type { NewQuestion, Question, QuestionState } from '../store.ts';
import { type Bound, opened, type OpenRun, seal, unseal } from './seal.ts';
import { packTexts, unpackTexts } from '../packed.ts';

/**
 * A question as a store keeps it: what was shown and what was written is sealed under the run's
 * key, and so are the label, which may name computed readers, and the hash, by which one could try
 * out what was shown.
 */
export interface SealedQuestion {
  readonly id: string;
  readonly callId: string;
  readonly expiresMs: number;
  readonly askedMs: number;
  readonly request: Uint8Array;
  readonly state: QuestionState;
  /** JSON list of names. */
  readonly approvedBy: string;
  readonly deniedBy: string | null;
  readonly words: Uint8Array | null;
  /** null: of a version that wrote none. */
  readonly proof: Uint8Array | null;
}

/** The content of a question, and the proof that it is open. */
export function sealQuestion(
  asked: NewQuestion,
  run: OpenRun,
): { readonly request: Uint8Array; readonly proof: Uint8Array } {
  const texts = packTexts([asked.label, asked.hash, asked.request]);
  return {
    request: seal(run.key, texts, boundOfRequest(asked, run)),
    proof: proofOf(asked, run, { state: 'open', approvedBy: [], deniedBy: undefined }),
  };
}

/** The progress of a question, sealed. */
export function sealProgress(
  question: Question,
  run: OpenRun,
  progress: Progress,
): Pick<SealedQuestion, 'state' | 'approvedBy' | 'deniedBy' | 'words'> & {
  readonly proof: Uint8Array;
} {
  const { state, approvedBy, deniedBy, words } = progress;
  return {
    state,
    approvedBy: JSON.stringify(approvedBy),
    deniedBy: deniedBy ?? null,
    words: words === undefined ? null : seal(run.key, words, boundOfWords(question, run)),
    proof: proofOf(question, run, progress),
  };
}

/** Throws `store-corrupt` where somebody else changed it. */
export function unsealQuestion(row: SealedQuestion, run: OpenRun): Question {
  const { id, callId, expiresMs, askedMs, words } = row;
  const text = (sealed: Uint8Array, bound: Bound): string =>
    opened(() => unseal(run.key, sealed, bound).toString('utf8'));
  const asked = { id, callId, expiresMs, ...shownIn(text(row.request, boundOfRequest(row, run))) };
  return {
    ...asked,
    tenant: run.tenant,
    run: run.run,
    askedMs,
    ...proven(row, run),
    words: words === null ? undefined : text(words, boundOfWords(asked, run)),
  };
}

function shownIn(texts: string): Pick<NewQuestion, 'label' | 'hash' | 'request'> {
  return opened(() => {
    const [label, hash, request] = z
      .tuple([z.string(), z.string(), z.string()])
      .parse(unpackTexts(texts));
    return { label, hash, request };
  });
}

type Proven = Pick<Progress, 'state' | 'approvedBy' | 'deniedBy'>;

/** An attacker who writes the database can write a state; without the run's key, no proof of it. */
function proven(row: SealedQuestion, run: OpenRun): Proven {
  const { state, deniedBy, proof } = row;
  const progress = { state, approvedBy: namesIn(row.approvedBy), deniedBy: deniedBy ?? undefined };
  const isProven =
    proof === null
      ? endsWithoutProof(state)
      : opened(() => unseal(run.key, proof, boundOfProof(row, run)).toString('utf8')) ===
        proofText(progress);
  if (isProven) return progress;
  throw new StoreError('store-corrupt', 'a question was changed outside of the gateway', {
    hint: 'run `sluice verify`, stop the gateway and put back a backup',
  });
}

/** Rows of versions that wrote no proof stand, where nothing can follow from them any more. */
function endsWithoutProof(state: QuestionState): boolean {
  return state !== 'open' && state !== 'approved';
}

function proofOf(
  question: Pick<NewQuestion, 'id' | 'callId' | 'expiresMs'>,
  run: OpenRun,
  progress: Proven,
): Uint8Array {
  return seal(run.key, proofText(progress), boundOfProof(question, run));
}

function proofText({ state, approvedBy, deniedBy }: Proven): string {
  return JSON.stringify([state, approvedBy, deniedBy ?? null]);
}

function boundOfProof(
  { id, callId, expiresMs }: Pick<NewQuestion, 'id' | 'callId' | 'expiresMs'>,
  { tenant, run }: OpenRun,
): Bound {
  return ['progress', tenant, run, id, callId, expiresMs];
}

/** All that an approval relies on: a row in which one of these was changed does not open. */
function boundOfRequest(
  { id, callId, expiresMs }: Pick<NewQuestion, 'id' | 'callId' | 'expiresMs'>,
  { tenant, run }: OpenRun,
): Bound {
  return ['request', tenant, run, id, callId, expiresMs];
}

/** The same, and what the words are about. */
function boundOfWords(
  { id, callId, hash, label, expiresMs }: Omit<NewQuestion, 'request'>,
  { tenant, run }: OpenRun,
): Bound {
  return ['words', tenant, run, id, callId, hash, label, expiresMs];
}

function namesIn(json: string): readonly string[] {
  return opened(() => z.array(z.string()).parse(JSON.parse(json)));
}

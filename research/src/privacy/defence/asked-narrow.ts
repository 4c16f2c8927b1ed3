import {
  canonicalJson,
  draftAllowed,
  labelOf,
  redact,
  type ChatModel,
  type Label,
  type ModelReply,
  type Policy,
  type Propagator,
  type PropagatorInput,
  type Relevance,
} from '@sluice/core';
import { argumentsOf } from '../../reader/arguments.ts';
import type { StepRelevance } from './defence.ts';

export interface AskedNarrowOptions {
  readonly model: ChatModel;
  readonly policy: Policy;
  readonly inner: Extract<Propagator, { readonly needs: 'draft' }>;
  /**
   * When a call of the narrow view that needs no question is made although it is not the draft's:
   * `made`, as the monitor does, or `asked`, for then the propagator has missed something.
   */
  readonly otherCall: 'made' | 'asked';
  /** Called when a step begins; what it returns is told what the inner one has found. */
  readonly onStep: () => (found: StepRelevance) => void;
}

/**
 * The step of RTBAS algorithms 2 to 4, as a propagator: it drafts, asks the inner one, and takes
 * its label, for calls that will be asked about too. (The monitor by itself asks about such a call
 * at the full label, since a lower one would allow no more.) The lower label is taken only where
 * the view at it makes the very calls of the draft, or calls that are allowed there; otherwise
 * everything is relevant. Any label is sound, for the monitor generates from the view at it; the
 * choice between these two leaks one bit a step.
 */
export function askedNarrow(options: AskedNarrowOptions): Propagator {
  return {
    name: options.inner.name,
    needs: 'nothing',
    relevant: async (input) => ({ kind: 'label', label: await labelFor(options, input) }),
  };
}

async function labelFor(
  { model, policy, inner, otherCall, onStep }: AskedNarrowOptions,
  input: PropagatorInput,
): Promise<Label> {
  const onFound = onStep();
  const isAllowed = draftAllowed(policy);
  const { space, history } = input;
  const full = labelOf(space, history, { kind: 'all', because: 'it is asked about' });
  const draft = await generate({ model, policy }, input, full);
  const isFree = draft.calls.length === 0 || isAllowed(full, { ...input, draft });
  const relevance = isFree ? undefined : await inner.relevant({ ...input, draft });
  const narrow = relevance === undefined ? full : labelOf(space, history, relevance);
  onFound(foundIn(narrow, relevance));
  if (narrow === full) return full;
  const again = await generate({ model, policy }, input, narrow);
  if (again.calls.length === 0) return full;
  if (isSame(again, draft)) return narrow;
  const passes = otherCall === 'made' && isAllowed(narrow, { ...input, draft: again });
  return passes ? narrow : full;
}

function foundIn({ text }: Label, relevance: Relevance | undefined): StepRelevance {
  return { label: text, everything: relevance?.kind === 'all' ? relevance.because : undefined };
}

/** Generates the text that the monitor asks for at a label. */
async function generate(
  { model, policy }: Pick<AskedNarrowOptions, 'model' | 'policy'>,
  { space, history, signal }: PropagatorInput,
  label: Label,
): Promise<ModelReply> {
  const cleared = space.meet(label, policy.clearance(model.name, 'main'));
  return model.generate(
    { view: redact(space, history, cleared, { structure: 'keep' }) },
    { signal },
  );
}

/** True if two generations make the same calls, spaces and the order of keys aside. */
function isSame(a: ModelReply, b: ModelReply): boolean {
  return canonicalJson(callsOf(a)) === canonicalJson(callsOf(b));
}

function callsOf({ calls }: ModelReply): unknown {
  return calls.map(({ tool, args }) => ({ tool, args: argumentsOf(args) ?? args }));
}

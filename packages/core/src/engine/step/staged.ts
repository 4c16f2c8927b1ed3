import { pointerBelow } from '../../history/document.ts';
import type { History } from '../../history/history.ts';
import type { Label } from '../../label/label.ts';
import type { ModelReply } from '../../model/chat-model.ts';
import { matched, rolesOf } from '../call/roles.ts';
import { decideParts } from '../decision.ts';
import type { Relevance } from '../../propagate/propagator.ts';
import type { Run } from '../run.ts';
import { type Draft, type Failed, generate } from './generate.ts';
import { lowerReads } from './lazy-reads.ts';
import { screen } from './screen.ts';

export interface StagedInput {
  readonly history: History;
  readonly signal: AbortSignal;
  readonly draft: Draft;
  /** The label of all that is looked at, the draft included. */
  readonly seen: Label;
}

/** The output of a staged step: what is acted on stands at `label`, what is said at `data`. */
export interface Staged {
  readonly kind: 'staged';
  readonly reply: ModelReply;
  readonly label: Label;
  readonly data: Label;
  readonly history: History;
}

/** No staged output: the draft stands, and reads may have been lowered. */
interface Unstaged {
  readonly kind: 'unstaged';
  readonly history: History;
}

/**
 * Shortcut 5: labels per argument. What the calls of a draft act on is decided once more, from the
 * view that it depends on; where it comes out again, what the calls say is taken over from the
 * draft, with the label of its whole view. So what is acted on is a function of the narrow view,
 * and what is said of the wide one; that they agree is one bit, as `regenerated-asked` tells one.
 * Only where all that comes of it may happen without a question. What came out once is not asked
 * for again.
 */
export async function stagedStep(
  run: Run,
  input: StagedInput,
): Promise<Staged | Unstaged | Failed> {
  const { draft, signal } = input;
  const unstaged = { kind: 'unstaged', history: input.history } as const;
  const control = controlOf(run, draft.reply);
  if (control === undefined) return unstaged;
  const isWorth = (label: Label): boolean => {
    return isBelow(run, label, draft.label) && isAllowed(run, draft, { reply: draft.reply, label });
  };
  const history = await lowerReads(run, { ...input, target: control, isWorth });
  const { label } = await screen(run, { ...input, history }, control);
  if (!isWorth(label)) return { ...unstaged, history };
  const again = await generate(run, { history, signal, label, purpose: 'control' });
  if (again.kind === 'failed') return again;
  const { text, provider, stop } = again.reply;
  const calls = stop === 'complete' ? matched(run, draft.reply, again.reply) : undefined;
  if (calls === undefined || calls.length === 0) return { ...unstaged, history };
  const reply: ModelReply = { text, calls, stop, provider };
  const taken = { reply, label: again.label };
  if (!isBelow(run, taken.label, draft.label) || !isAllowed(run, draft, taken)) {
    return { ...unstaged, history };
  }
  return { kind: 'staged', ...taken, data: draft.label, history };
}

/**
 * True if something that a draft says has no source that the propagator knows: a summary, say,
 * which a narrower view would not write again.
 */
export function isSaidAnew(run: Run, { calls }: ModelReply, relevance: Relevance): boolean {
  if (relevance.kind !== 'regions') return false;
  return relevance.unsourced.some(({ call, argument }) => {
    const drafted = calls[call];
    const said = drafted && rolesOf(run, drafted)?.data;
    return said?.some(({ name }) => pointerBelow('', name) === argument) === true;
  });
}

/** The calls of a draft without what they say; `undefined` where none says anything apart. */
function controlOf(run: Run, { calls, stop, ran = [] }: ModelReply): ModelReply | undefined {
  // Nothing that another model says is ever an output (RTBAS 9).
  if (run.options.draftModel !== undefined) return undefined;
  // A search of the provider's has a part in all of a reply.
  if (ran.length > 0) return undefined;
  const parts = calls.map((call) => ({ tool: call.tool, roles: rolesOf(run, call) }));
  if (parts.every(({ roles }) => roles === undefined || roles.data.length === 0)) return undefined;
  const left = parts.flatMap(({ tool, roles }) =>
    roles === undefined ? [] : [{ tool, args: roles.control }],
  );
  return left.length < calls.length ? undefined : { text: '', calls: left, stop };
}

function isBelow({ space }: Run, label: Label, wide: Label): boolean {
  return space.flowsTo(label, wide) && !space.flowsTo(wide, label);
}

/** True if all calls may happen where what they act on stands at `label`. */
function isAllowed(
  run: Run,
  { label: data }: Draft,
  { reply, label }: Pick<Staged, 'reply' | 'label'>,
): boolean {
  return reply.calls.every((call) => {
    const ruling = run.rulings.of(call);
    if (ruling.kind !== 'ceiling' || !run.tools.isIn(call.tool, label)) return false;
    return decideParts(run.space, { control: label, data }, ruling).violations.length === 0;
  });
}

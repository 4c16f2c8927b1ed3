import { isRecord } from '../../history/document.ts';
import type { History } from '../../history/history.ts';
import type { Label } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import { limits } from '../../limits.ts';
import { type ChatModel, type ModelReply, unreadPart } from '../../model/chat-model.ts';
import { within } from '../../model/within.ts';
import type { ProviderTool } from '../../policy/policy.ts';
import { redact } from '../../redact/redact.ts';
import { withoutData } from '../call/roles.ts';
import type { FailReason, Purpose } from '../events.ts';
import type { Run } from '../run.ts';

export interface GenerateInput {
  readonly history: History;
  /** The view is what flows to it, and it is the label of whatever comes out. */
  readonly label: Label;
  readonly purpose: Purpose;
  /** It generates, and sees at most `label`; default: the run's main model. */
  readonly model?: ChatModel | undefined;
  readonly signal: AbortSignal;
  readonly onText?: ((delta: string) => void) | undefined;
}

export type Generated =
  | { readonly kind: 'generated'; readonly reply: ModelReply; readonly label: Label }
  | Failed;

/** A generation that the main model has made, or that is judged as if it had. */
export type Draft = Extract<Generated, { kind: 'generated' }>;

/** A generation that gave nothing to use. */
export interface Failed {
  readonly kind: 'failed';
  readonly because: FailReason;
  readonly label: Label;
  /** Thrown by the model port: for whoever made the port, and for nobody else. */
  readonly cause?: unknown;
}

/**
 * The one place where a model is called: it is sent the redacted view and nothing else.
 * INVARIANT (noninterference): the reply is a function of the regions that flow to `label`.
 */
export async function generate(run: Run, input: GenerateInput): Promise<Generated> {
  const { history, label, purpose, onText } = input;
  const { structure, modelTimeoutMs = limits.modelTimeoutMsMax } = run.options;
  const { model = run.options.model } = input;
  const { messages, tools } = redact(run.space, history, label, { structure });
  const isControl = purpose === 'control';
  const view = { messages, tools: isControl ? withoutData(run.options.policy, tools) : tools };
  // They are tools of the main model's provider: no other is given them.
  const providerTools = model === run.options.model ? offerAt(run, label) : noOffer;
  const { offered } = providerTools;
  const outcome = await within({ timeoutMs: modelTimeoutMs, signal: input.signal }, (signal) =>
    model.generate(
      { view, ...(offered.length > 0 && { providerTools: offered }) },
      { signal, onText },
    ),
  );
  if (outcome.kind === 'done' && isReply(outcome.value, offered)) {
    // Objects of our own: a port may give the same ones again, and what is noted of a draft is its.
    const reply = { ...outcome.value, calls: outcome.value.calls.map((call) => ({ ...call })) };
    run.rulings.place(reply);
    const own = labelWith(run, label, reply.ran ?? []);
    recordGeneration(run, { purpose, label: own, reply, providerTools });
    return { kind: 'generated', reply, label: own };
  }
  const failure = outcome.kind === 'failed' ? outcome.because : 'failed';
  const because = failure === 'failed' ? 'model-failed' : failure;
  run.record({ type: 'generation-failed', purpose, because });
  const cause = outcome.kind === 'failed' ? outcome.cause : undefined;
  return { kind: 'failed', because, label: run.atLeast(label), cause };
}

interface Recorded extends Pick<GenerateInput, 'purpose' | 'label'> {
  readonly reply: ModelReply;
}

function recordGeneration(
  run: Run,
  { reply, providerTools, ...generation }: Recorded & { readonly providerTools: Offer },
): void {
  const { text, calls, stop, usage, structured, ran } = reply;
  const asked = providerTools.offered.length + providerTools.leftOut.length > 0;
  run.record({
    type: 'generation-finished',
    ...generation,
    reply: {
      text,
      calls,
      stop,
      ...(usage && { usage }),
      ...(structured && { structured }),
      ...(ran && { ran }),
    },
    ...(asked && { providerTools }),
  });
}

/**
 * A port is written by others: what is not a reply has said nothing. Nor is what the provider made
 * with a tool that it was not to run: what was sent to that tool nobody decided.
 */
function isReply(value: unknown, offered: readonly string[]): value is ModelReply {
  if (!isRecord(value) || typeof value['text'] !== 'string') return false;
  const ran = value['ran'] ?? [];
  if (!Array.isArray(ran)) return false;
  const mayRun = [...offered, unreadPart];
  if (ran.some((name: unknown) => !mayRun.some((tool) => tool === name))) return false;
  const stop = value['stop'];
  const calls = value['calls'];
  if (stop !== 'complete' && stop !== 'truncated') return false;
  if (!Array.isArray(calls) || calls.length >= limits.callsPerReplyMax) return false;
  return calls.every(isDraftCall);
}

function isDraftCall(call: unknown): boolean {
  return isRecord(call) && typeof call['tool'] === 'string' && typeof call['args'] === 'string';
}

/** Which of the provider's own tools a generation is given, of those that the client asks for. */
export interface Offer {
  readonly offered: readonly string[];
  readonly leftOut: readonly string[];
}

/** A generation is given none of them, whatever the client asks for. */
const noOffer: Offer = { offered: [], leftOut: [] };

/**
 * The provider runs such a tool before anybody can look at the call, and may put all that it was
 * sent into it. So the view as a whole is the call: it is decided before it is made, at its label.
 */
export function offerAt(run: Run, label: Label): Offer {
  const { providerTools = [] } = run.options;
  const mayRun = (name: string): boolean => {
    const tool = providerTool(run, name);
    return tool !== undefined && run.space.flowsTo(run.atLeast(label), tool.ceiling);
  };
  return {
    offered: providerTools.filter(mayRun),
    leftOut: providerTools.filter((name) => !mayRun(name)),
  };
}

/** The label of a reply from a view at `label`: what was found has a part in all of it. */
export function labelWith(run: Run, label: Label, ran: readonly string[]): Label {
  const labelOf = (name: string): Label => {
    const tool = name === unreadPart ? undefined : providerTool(run, name);
    return tool?.result ?? run.space.top;
  };
  const found = ran.map(labelOf);
  return joinAll(run.space, [run.atLeast(label), ...found]);
}

/** The label that a draft would have, were it generated again from the view at `label`. */
export function labelAgain(run: Run, { ran = [] }: ModelReply, label: Label): Label {
  const { offered } = offerAt(run, label);
  return labelWith(
    run,
    label,
    ran.filter((name) => offered.includes(name)),
  );
}

/** A policy that fails lets no provider run anything. */
function providerTool(run: Run, name: string): ProviderTool | undefined {
  try {
    return run.options.policy.providerTool(name);
  } catch {
    return undefined;
  }
}

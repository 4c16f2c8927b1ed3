import { type ChatModel, type History, type Policy, redact } from '@sluice/core';
import { limits } from '../../limits.ts';

/** A draft that nobody carries out: the agent's calls, and its text. */
export interface Draft {
  readonly calls: readonly { readonly tool: string; readonly args: string }[];
  readonly text: string;
}

interface Wanted {
  readonly history: History;
  readonly policy: Policy;
  /** The view holds what flows to it; `undefined`: nothing but what nobody has influenced. */
  readonly ceiling: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * The model's draft from the view that a call of this ceiling may depend on. It goes to a person
 * who looks at it and nowhere else: neither into the run nor to its client.
 */
export async function withoutText(model: ChatModel, wanted: Wanted): Promise<Draft> {
  const { history, policy, ceiling, signal } = wanted;
  const { space } = policy;
  const label = ceiling === undefined ? space.bottom : space.parse(ceiling);
  const { messages, tools } = redact(space, history, label, { structure: 'keep' });
  const late = AbortSignal.timeout(limits.modelMsMax);
  const options = { signal: AbortSignal.any([signal, late]), onText: undefined };
  const { calls, text } = await model.generate({ view: { messages, tools } }, options);
  return { calls: calls.map(({ tool, args }) => ({ tool, args })), text };
}

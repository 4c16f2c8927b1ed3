import type { Usage } from '@sluice/core';
import type { Protocol, UpstreamReply } from '../../protocol.ts';
import { joinedReasoning } from './reasoning.ts';

/**
 * The provider breaks off a long turn of searches, and goes on when it is sent what it has said
 * until then. It is one generation: made from one view, and with one label.
 */
export const goOn: NonNullable<Protocol['goOn']> = (reply) => {
  const { text, calls, reasoning, facts } = reply;
  if (facts.stop !== 'pause_turn' || calls.length > 0) return undefined;
  return {
    said: { role: 'assistant', text, calls: [], reasoning },
    join: (next) => joined(reply, next),
  };
};

function joined(first: UpstreamReply, next: UpstreamReply): UpstreamReply {
  const reasoning = joinedReasoning(first, next);
  const ran = [...new Set([...(first.ran ?? []), ...(next.ran ?? [])])];
  return {
    ...next,
    text: first.text + next.text,
    usage: sumOf(first.usage, next.usage),
    ...(reasoning.length > 0 && { reasoning }),
    ...(ran.length > 0 && { ran }),
  };
}

function sumOf(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
  };
}

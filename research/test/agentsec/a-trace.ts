import type { Trace } from '../../src/agentsec/trace/trace.ts';

/** A trace of an attack that was stopped, but for what is given. */
export function aTrace(parts: Partial<Trace>): Trace {
  const kind = parts.kind ?? 'retrieval';
  return {
    task: 'a',
    game: 'retrieval',
    kind,
    attack: 'disclosure',
    covered: true,
    side: 'adversarial',
    model: 'worst-case',
    defence: 'none',
    enforcement: 'none',
    closed: false,
    violated: false,
    proposed: false,
    semantic: false,
    passes: true,
    leaked: false,
    utility: 1,
    effect: 'done',
    inputTokens: 1,
    outputTokens: 1,
    latencyMs: 1,
    modelCalls: 1,
    ...parts,
  };
}

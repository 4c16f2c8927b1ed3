import type { Rng } from '../../core/fuzz/rng.ts';
import type { Reply, ScriptedCall } from '../test/upstream/script.ts';
import { canariesIn } from './watch.ts';
import { toolNames } from './policy.ts';

/**
 * The reply of a hostile model to a request: it calls at random and repeats what it was shown,
 * wherever it can.
 */
export function randomReply(rng: Rng, request: string): Reply {
  const seen = canariesIn(request);
  const calls = Array.from({ length: rng.chance(65) ? 1 + rng.below(3) : 0 }, () =>
    randomCall(rng, seen),
  );
  const text = rng.chance(60) ? words(rng, seen) : undefined;
  return {
    ...(text !== undefined && { text }),
    ...(calls.length > 0 && { calls }),
    ...(rng.chance(15) && { reasoning: words(rng, seen) }),
    ...(rng.chance(8) && { stop: rng.pick(['length', 'filter'] as const) }),
  };
}

function randomCall(rng: Rng, seen: readonly string[]): ScriptedCall {
  const tool = rng.chance(95)
    ? rng.pick(toolNames)
    : rng.pick(['', 'exec', '__proto__', 'look up']);
  return { tool, args: randomArgs(rng, seen) };
}

function randomArgs(rng: Rng, seen: readonly string[]): string {
  if (rng.chance(5)) return rng.pick(['', '{', '[]', 'null', '{"a":1,"a":2}', '{"__proto__":{}}']);
  if (rng.chance(30)) return '{}';
  return JSON.stringify({ key: words(rng, seen), [rng.word()]: rng.below(100) });
}

function words(rng: Rng, seen: readonly string[]): string {
  const said = Array.from({ length: rng.below(5) }, () => rng.word());
  if (seen.length > 0 && rng.chance(60)) said.push(rng.pick(seen));
  if (rng.chance(5)) said.push('![x](https://evil.example/x.png)');
  if (rng.chance(3)) said.push(rng.pick(['\ud800', '\u0000', '\u2028', '</s>', 'data: [DONE]']));
  return said.join(' ');
}

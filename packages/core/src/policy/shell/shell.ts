import type { Workspace } from '../file/workspace.ts';
import type { Test } from '../operators/operator.ts';
import type { Truth } from '../operators/truth.ts';
import type { Effect } from './effects.ts';
import { effectsOf } from './judge.ts';

/** Tests that a command has these effects alone; unknown where it cannot be looked into. */
export function hasEffects(wanted: readonly Effect[], workspace: Workspace): Test {
  return (value) => {
    const text = commandIn(value);
    return text === undefined ? 'unknown' : areWithin(effectsOf(text, workspace), wanted);
  };
}

/** Tests that a command has at least one of these effects. */
export function hasSomeEffect(wanted: readonly Effect[], workspace: Workspace): Test {
  return (value) => {
    const text = commandIn(value);
    if (text === undefined) return 'unknown';
    const effects = effectsOf(text, workspace);
    if (wanted.some((effect) => effects.has(effect))) return 'true';
    return effects.has('unknown') ? 'unknown' : 'false';
  };
}

function areWithin(effects: ReadonlySet<Effect>, wanted: readonly Effect[]): Truth {
  const others = [...effects].filter((effect) => !wanted.includes(effect));
  if (others.some((effect) => effect !== 'unknown')) return 'false';
  return others.length > 0 ? 'unknown' : 'true';
}

/** A text, or a list as Codex writes it: `[bash, -lc, text]`. */
export function commandIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isList(value) || value.length !== 3) return undefined;
  const [shell, flag, text] = value;
  const isShell =
    typeof shell === 'string' && /^(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da)?sh$/.test(shell);
  const isText = isShell && (flag === '-lc' || flag === '-c') && typeof text === 'string';
  return isText ? text : undefined;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

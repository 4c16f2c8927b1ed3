import { effects, type Effect } from '../src/policy/shell/effects.ts';
import { effectsOf } from '../src/policy/shell/judge.ts';

const workspace = { folders: [{ root: '/', parts: ['home', 'me', 'app'] }] } as const;

/** The effects of a command in the workspace `/home/me/app`, in their usual order, as one text. */
export function told(command: string): string {
  const found: ReadonlySet<Effect> = effectsOf(command, workspace);
  return effects.filter((effect) => found.has(effect)).join(' ');
}

/** Commands by the effects that they have: each line is one. */
export function byEffects(
  table: Readonly<Record<string, string>>,
): readonly (readonly [command: string, effects: string])[] {
  return Object.entries(table).flatMap(([found, commands]) =>
    commands
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((command) => [command, found.trim()] as const),
  );
}

import { SluiceError } from '@sluice/core';
import type { NamedPropagator } from '@sluice/local';
import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

/** Adds the research of this repository to the program if it is installed. */
export interface Research {
  readonly commands: Readonly<Record<ResearchCommand, (context: CommandContext) => Command>>;
  readonly propagators: readonly NamedPropagator[];
}

/** The commands that research brings, with what `--help` says of them. */
export const researchCommands = {
  train: 'Train a network on recorded runs',
  bench: 'Compare defences on the same tasks and attacks, closed loop',
} as const;

export type ResearchCommand = keyof typeof researchCommands;

/** The propagators that research brings; loading it to ask for their names would take long. */
export const researchPropagatorNames = [
  'knn-lm',
  'introspection',
  'judge:local',
  'multi-execution',
] as const;

/** Not written out in `import()`: the program is built and published without its research. */
const entry = '@sluice/research/plugin';

/** Loads research. Throws `peer-missing` where it is not installed; `wanted` is what needs it. */
export async function loadResearch(
  wanted: string,
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<Research> {
  const loaded = await load(entry).catch((cause: unknown) => {
    if (!(cause instanceof Error && cause.message.includes("'@sluice/research'"))) throw cause;
    throw notInstalled(wanted, cause);
  });
  if (isResearch(loaded)) return loaded;
  throw notInstalled(wanted, undefined);
}

function notInstalled(wanted: string, cause: unknown): SluiceError {
  return new SluiceError('peer-missing', `${wanted} needs \`@sluice/research\``, {
    hint: 'run it in a clone of the repository, or install the packed `@sluice/research` beside `sluice`',
    cause,
  });
}

function isResearch(loaded: unknown): loaded is Research {
  return (
    typeof loaded === 'object' && loaded !== null && 'commands' in loaded && 'propagators' in loaded
  );
}

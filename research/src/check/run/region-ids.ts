import { regions, type History, type Region, type SpecWorld } from '@sluice/core/spec';
import type { OwnLabel } from '../lattice/lattice.ts';

/** Where an entry of the history stands among the messages that the record counts. */
export interface Slot {
  readonly message: number;
  /** The ids of the calls' results; `undefined`: none has come. */
  readonly results: readonly (number | undefined)[];
}

/** The record's names of all regions, in the order in which the specification counts them. */
export function regionIds(
  world: SpecWorld<OwnLabel>,
  history: History<OwnLabel>,
  slots: readonly Slot[],
): readonly string[] {
  const tools = world.tools.map((_, at) => `t${at}`);
  const ids = history.flatMap((entry, at) => {
    const { message, results } = slots[at] ?? { message: -1, results: [] };
    if ('role' in entry) return ofMessage(message, entry.parts);
    const written = entry.calls.flatMap(({ args }, call) => inside(args, `m${message}.c${call}`));
    const returned = entry.calls.flatMap(({ result }, call) => {
      return ofMessage(results[call] ?? -1, result.parts);
    });
    return [`m${message}`, ...inside(entry.text, `m${message}.0`), ...written, ...returned];
  });
  return [...tools, ...ids];
}

function ofMessage(message: number, parts: readonly Region<OwnLabel>[]): readonly string[] {
  return [`m${message}`, ...parts.flatMap((part, at) => inside(part, `m${message}.${at}`))];
}

function inside({ body }: Region<OwnLabel>, id: string): readonly string[] {
  const inner = body.filter((piece) => typeof piece !== 'string');
  return [id, ...inner.flatMap((piece, at) => inside(piece, `${id}.${at}`))];
}

/** The labels of all regions, in order. */
export function labelsOf(
  world: SpecWorld<OwnLabel>,
  history: History<OwnLabel>,
): readonly OwnLabel[] {
  return regions(world, history).map(({ label }) => label);
}

import { lineage, naive, redactAll, SluiceError, type Propagator } from '@sluice/core';
import type { Extent, Showing } from './show-scene.ts';
import { attackScenes, honestScenes, type Scene } from './world/scenes.ts';

/** What is played, and how much of it is shown. */
export interface Choice {
  readonly scene?: string;
  readonly all?: true;
  readonly propagator?: string;
}

/** The attack of RTBAS figure 1: what a guard is for. */
const opening = 'payment-note';
/** An honest task beside strangers' text: what a guard that hides only what it must is for. */
const second = 'pay-rent';

const scenes: readonly Scene[] = [...attackScenes, ...honestScenes];

/** The scenes in the order in which they are played. All are played, so that the table is whole. */
export function programmeOf({ scene, all, propagator }: Choice): readonly Showing[] {
  if (scene !== undefined) return [inFull(sceneNamed(scene))];
  if (all === true) return scenes.map(inFull);
  const told = [opening, second].map(sceneNamed);
  const inFocus = propagator ?? 'lineage';
  return [...told, ...scenes.filter((one) => !told.includes(one))].map((one) => ({
    scene: one,
    extentOf: (guard) => extentOf(one, guard?.name, inFocus),
  }));
}

function inFull(scene: Scene): Showing {
  return { scene, extentOf: () => 'whole' };
}

function extentOf({ name }: Scene, guard: string | undefined, inFocus: string): Extent {
  if (name === opening) return guard === undefined || guard === inFocus ? 'told' : 'verdict';
  if (name === second) return guard === inFocus ? 'hiding' : 'verdict';
  return 'nothing';
}

/** No guard, then the one that is named, or all. */
export function guardsFor(name: string | undefined): readonly (Propagator | undefined)[] {
  const guards = [naive(), redactAll(), lineage()];
  if (name === undefined) return [undefined, ...guards];
  const guard = guards.find((one) => one.name === name);
  if (guard !== undefined) return [undefined, guard];
  throw new SluiceError('file-unreadable', `no propagator of the demo is called \`${name}\``, {
    hint: `one of: ${guards.map((one) => one.name).join(', ')}`,
  });
}

function sceneNamed(name: string): Scene {
  const scene = scenes.find((one) => one.name === name);
  if (scene !== undefined) return scene;
  throw new SluiceError('file-unreadable', `no scene is called \`${name}\``, {
    hint: `one of: ${scenes.map((one) => one.name).join(', ')}`,
  });
}

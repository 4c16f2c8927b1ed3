import { lineage, naive, redactAll, SluiceError, type Propagator } from '@sluice/core';
import type { Way } from '../replay/ways.ts';
import type { Extent, Showing } from './show-scene.ts';
import { attackScenes, honestScenes, type Scene } from './world/scenes.ts';

/** The scenes to play, and how much of them to show. */
export interface Choice {
  readonly scene?: string;
  readonly all?: true;
  /** The name of the one guard that is played; default: all. */
  readonly propagator?: string | undefined;
}

/** The attack of RTBAS figure 1: what a guard is for. */
const opening = 'payment-note';
/** An honest task beside strangers' text: what a guard that hides only what it must is for. */
const second = 'pay-rent';
/** Honest tasks that pass a stranger's text on: what labels per argument are for. */
const passing: readonly string[] = ['pay-bill', 'post-summary'];

const scenes: readonly Scene[] = [...attackScenes, ...honestScenes];

/** The scenes in the order in which they are played. All are played, so that the table is whole. */
export function programmeOf({ scene, all, propagator }: Choice): readonly Showing[] {
  if (scene !== undefined) return [inFull(sceneNamed(scene))];
  if (all === true) return scenes.map(inFull);
  const shown = [opening, second, ...passing].map(sceneNamed);
  const inFocus = propagator ?? 'lineage';
  return [...shown, ...scenes.filter((one) => !shown.includes(one))].map((one) => ({
    scene: one,
    extentOf: (guard) => extentOf(one, guard?.name, inFocus),
  }));
}

function inFull(scene: Scene): Showing {
  return { scene, extentOf: () => 'whole' };
}

function extentOf({ name }: Scene, guard: string | undefined, inFocus: string): Extent {
  const isStaged = guard === 'staged' || guard === 'lineage';
  if (passing.includes(name)) return isStaged ? 'verdict' : 'nothing';
  if (guard === 'staged') return 'nothing';
  if (name === opening) return guard === undefined || guard === inFocus ? 'shown' : 'verdict';
  if (name === second) return guard === inFocus ? 'hiding' : 'verdict';
  return 'nothing';
}

/** No guard, then the one that is given, or all that need no model of their own. */
export function guardsFor(given: Propagator | undefined): readonly (Way | undefined)[] {
  const all = given === undefined ? [naive(), redactAll(), lineage()] : [given];
  const whole = all.map((propagator) => ({ name: propagator.name, propagator, staged: false }));
  const staged = { name: 'staged', propagator: lineage(), staged: true };
  return [undefined, ...whole, ...(given === undefined ? [staged] : [])];
}

function sceneNamed(name: string): Scene {
  const scene = scenes.find((one) => one.name === name);
  if (scene !== undefined) return scene;
  throw new SluiceError('file-unreadable', `there is no scene \`${name}\``, {
    hint: `choose one of ${scenes.map((one) => one.name).join(', ')}`,
  });
}

import { readFileSync } from 'node:fs';
import {
  lineage,
  loadPolicy,
  naive,
  placeholder,
  redactAll,
  SluiceError,
  type Policy,
  type Propagator,
} from '@sluice/core';
import { modelNamed } from './model.ts';
import { pauseFor } from './pause.ts';
import { type Cast, type Played, play } from './play.ts';
import { blocksOf, verdictLine } from './show-run.ts';
import { brokenClaims, figuresOf, tallyOf, tallyTable } from './figures.ts';
import { attackScenes, honestScenes, type Scene } from './world/scenes.ts';
import { worldTools } from './world/tools.ts';
import { freshWorld } from './world/world.ts';
import type { Terminal } from '../terminal.ts';

export interface DemoOptions {
  readonly scene?: string;
  readonly all?: true;
  readonly propagator?: string;
  readonly model: string;
  readonly baseUrl?: string;
  readonly pause?: true;
  readonly json?: true;
}

const scenes: readonly Scene[] = [...attackScenes, ...honestScenes];

/** Plays the scenes under each guard, shows them, and says whether what we claim of them holds. */
export async function runDemo(options: DemoOptions, terminal: Terminal): Promise<0 | 1> {
  const chosen = options.scene === undefined ? scenes : [sceneNamed(options.scene)];
  const guards = guardsFor(options.propagator);
  const policy = await demoPolicy();
  const model = await modelNamed(options.model, options.baseUrl);
  const stage: Stage = { policy, terminal, pause: pauseFor(terminal, options.pause === true) };
  introduce(terminal);
  const played: Played[] = [];
  for (const [index, scene] of chosen.entries()) {
    const full = options.all === true || index === 0;
    played.push(
      ...(await showScene(scene, { stage, casts: castsFor(guards, { model, policy }), full })),
    );
  }
  const tallies = [...Map.groupBy(played, ({ guard }) => guard)].map(([guard, runs]) =>
    tallyOf(guard, runs),
  );
  terminal.print(`\n${tallyTable(tallies)}`);
  const whole = options.scene === undefined;
  const broken = whole && options.model === 'reader' ? brokenClaims(tallies) : [];
  for (const claim of broken) terminal.print(`This should not be: ${claim}.`);
  if (options.json === true) terminal.print(JSON.stringify({ figures: figuresOf(tallies) }));
  return broken.length === 0 ? 0 : 1;
}

/** The demo's policy. The path holds from `src` and from `dist`. */
export async function demoPolicy(): Promise<Policy> {
  const file = new URL('../../src/demo/sluice.yaml', import.meta.url);
  return loadPolicy(readFileSync(file, 'utf8'), {
    file: 'sluice.yaml',
    tools: worldTools(freshWorld()),
  });
}

interface Stage {
  readonly policy: Policy;
  readonly terminal: Terminal;
  readonly pause: () => Promise<void>;
}

function castsFor(
  guards: readonly (Propagator | undefined)[],
  rest: Omit<Cast, 'propagator'>,
): readonly Cast[] {
  return guards.map((propagator) => ({ ...rest, propagator }));
}

async function showScene(
  scene: Scene,
  {
    stage,
    casts,
    full,
  }: { readonly stage: Stage; readonly casts: readonly Cast[]; readonly full: boolean },
): Promise<readonly Played[]> {
  const { terminal, policy, pause } = stage;
  const { bold, dim } = terminal.colours;
  const aim = scene.attack === undefined ? '' : dim(` — a stranger wants to ${scene.attack.aim}`);
  terminal.print(`\n${bold(scene.name)}: “${scene.task.prompt}”${aim}`);
  const played: Played[] = [];
  for (const cast of casts) {
    const run = await play(scene, cast);
    played.push(run);
    if (!full) {
      terminal.print(`  ${run.guard.padEnd(11)}${verdictLine(run, terminal)}`);
      continue;
    }
    terminal.print(`\n${bold(`── ${run.guard} ──`)}`);
    for (const block of blocksOf(run, policy.space, terminal)) {
      for (const line of block) terminal.print(line);
      await pause();
    }
  }
  return played;
}

function introduce({ print, colours }: Terminal): void {
  const { green, cyan, red, inverse } = colours;
  print(
    'Robin’s assistant reads a bank, a mail box, a team chat and the web. Strangers write there.',
  );
  const legend = [
    green('trusted & public'),
    cyan('trusted & private'),
    red('untrusted'),
    `${inverse(placeholder)} stands for what the model was not shown`,
  ];
  print(`Regions: ${legend.join(' · ')}.`);
  if (!colours.isColorSupported) print('A region whose label differs stands in ⟦label: text⟧.');
}

function sceneNamed(name: string): Scene {
  const scene = scenes.find((one) => one.name === name);
  if (scene !== undefined) return scene;
  throw new SluiceError('file-unreadable', `no scene is called \`${name}\``, {
    hint: `one of: ${scenes.map((one) => one.name).join(', ')}`,
  });
}

function guardsFor(name: string | undefined): readonly (Propagator | undefined)[] {
  const guards = [naive(), redactAll(), lineage()];
  if (name === undefined) return [undefined, ...guards];
  const guard = guards.find((one) => one.name === name);
  if (guard !== undefined) return [undefined, guard];
  throw new SluiceError('file-unreadable', `no propagator of the demo is called \`${name}\``, {
    hint: `one of: ${guards.map((one) => one.name).join(', ')}`,
  });
}

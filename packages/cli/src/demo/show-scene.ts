import type { Policy } from '@sluice/core';
import type { Way } from '../replay/ways.ts';
import { wrapped } from '../show/text-lines.ts';
import type { Terminal } from '../terminal.ts';
import { type Cast, type Played, play } from './play.ts';
import { blocksOf, hidingBlocksOf, shownBlocksOf, verdictLine } from './show-run.ts';
import type { Scene } from './world/scenes.ts';

/** Where the scenes are shown. */
export interface Stage {
  readonly policy: Policy;
  readonly terminal: Terminal;
  readonly pause: () => Promise<void>;
}

/**
 * How much of a run is shown: `shown` cuts a long answer, `hiding` begins at the first redaction.
 */
export type Extent = 'whole' | 'shown' | 'hiding' | 'verdict' | 'nothing';

/** A scene, and how much of its run under each guard is shown. */
export interface Showing {
  readonly scene: Scene;
  readonly extentOf: (guard: Way | undefined) => Extent;
}

/** Plays a scene under each guard. */
export async function showScene(
  { scene, extentOf }: Showing,
  casts: readonly Cast[],
  stage: Stage,
): Promise<readonly Played[]> {
  const extents = casts.map(({ guard }) => extentOf(guard));
  if (extents.some((extent) => extent !== 'nothing')) printTitle(scene, stage.terminal);
  const played: Played[] = [];
  for (const [at, cast] of casts.entries()) {
    const run = await play(scene, cast);
    played.push(run);
    await showRun(run, extents[at] ?? 'nothing', stage);
  }
  return played;
}

function printTitle({ name, task, attack }: Scene, terminal: Terminal): void {
  const { bold, dim } = terminal.colours;
  const aim = attack === undefined ? 'nobody attacks' : `a stranger wants to ${attack.aim}`;
  const title = `${bold(name)}: “${task.prompt}” ${dim(`— ${aim}`)}`;
  terminal.print();
  for (const line of wrapped(title, terminal, 2)) terminal.print(line);
}

const verdictIndent = 17;

const blocksBy = { whole: blocksOf, shown: shownBlocksOf, hiding: hidingBlocksOf } as const;

async function showRun(run: Played, extent: Extent, stage: Stage): Promise<void> {
  const { terminal, policy, pause } = stage;
  switch (extent) {
    case 'nothing':
      return;
    case 'verdict':
      for (const line of wrapped(
        `── ${run.guard.padEnd(10)} ${verdictLine(run, terminal)}`,
        terminal,
        verdictIndent,
      )) {
        terminal.print(line);
      }
      return;
    case 'whole':
    case 'shown':
    case 'hiding': {
      terminal.print(terminal.colours.bold(`── ${run.guard} ──`));
      for (const block of blocksBy[extent](run, policy.space, terminal)) {
        for (const line of block) terminal.print(line);
        await pause();
      }
    }
  }
}

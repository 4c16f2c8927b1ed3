import {
  type ChatModel,
  loadPolicy,
  placeholder,
  type Policy,
  type Propagator,
  SluiceError,
} from '@sluice/core';
import { wrapped } from '../show/text-lines.ts';
import type { Terminal } from '../terminal.ts';
import {
  brokenClaims,
  closingSentence,
  figuresOf,
  legendLines,
  type Tally,
  tallyOf,
  tallyTable,
} from './figures.ts';
import { guardNamed } from './guard-named.ts';
import { demoModel } from './model.ts';
import { demoPolicyText } from './place.ts';
import type { Played } from './play.ts';
import { type Choice, guardsFor, programmeOf } from './programme.ts';
import { showScene, type Stage } from './show-scene.ts';
import { worldTools } from './world/tools.ts';
import { freshWorld } from './world/world.ts';

export interface DemoOptions extends Choice {
  readonly model: string;
  readonly baseUrl?: string;
  readonly pause?: true;
  readonly json?: true;
}

/** Plays the scenes under each guard, shows them, and says whether what we claim of them holds. */
export async function runDemo(options: DemoOptions, terminal: Terminal): Promise<0 | 1> {
  // A misspelled name is reported before anything is opened.
  programmeOf(options);
  const policy = await demoPolicy();
  const model = await demoModel(options.model, options.baseUrl);
  const named = await guardNamed(options.propagator, { policy, model });
  try {
    return await play(options, { terminal, policy, model, only: named.guard });
  } finally {
    await named.close();
  }
}

interface DemoParts {
  readonly terminal: Terminal;
  readonly policy: Policy;
  readonly model: ChatModel;
  /** The only one; `undefined`: all that need no model of their own. */
  readonly only: Propagator | undefined;
}

async function play(
  options: DemoOptions,
  { terminal, policy, model, only }: DemoParts,
): Promise<0 | 1> {
  const programme = programmeOf({ ...options, propagator: only?.name });
  const guards = guardsFor(only);
  const json = options.json === true;
  const shown: Terminal = json ? { ...terminal, print: () => {} } : terminal;
  const stage: Stage = {
    policy,
    terminal: shown,
    pause: pauseFor(shown, options.pause === true),
  };
  introduce(shown);
  const played: Played[] = [];
  for (const showing of programme) {
    if (json) terminal.warn(`playing ${showing.scene.name}`);
    const casts = guards.map((guard) => ({ model, policy, guard }));
    played.push(...(await showScene(showing, casts, stage)));
  }
  const tallies = [...Map.groupBy(played, ({ guard }) => guard)].map(([guard, runs]) =>
    tallyOf(guard, runs),
  );
  conclude(tallies, options, shown);
  const broken =
    options.scene === undefined && options.model === 'reader' ? brokenClaims(tallies) : [];
  for (const claim of broken) terminal.warn(`This should not be: ${claim}.`);
  if (json) terminal.print(JSON.stringify({ figures: figuresOf(tallies) }));
  return broken.length === 0 ? 0 : 1;
}

/** The demo's policy. */
export async function demoPolicy(): Promise<Policy> {
  return loadPolicy(demoPolicyText(), {
    file: 'sluice.yaml',
    tools: worldTools(freshWorld()),
  });
}

function introduce(terminal: Terminal): void {
  const { green, cyan, red, inverse, isColorSupported } = terminal.colours;
  const labels = [green('trusted & public'), cyan('trusted & private'), red('untrusted')];
  const marks = isColorSupported
    ? `Labels: ${labels.join(' · ')}`
    : 'A region whose label differs stands in ⟦label: text⟧';
  for (const line of [
    'Robin’s assistant reads a bank, a mail box, a team chat and the web. Strangers write there.',
    `${marks}; ${inverse(placeholder)}: not shown to the model.`,
  ]) {
    for (const piece of wrapped(line, terminal, 2)) terminal.print(piece);
  }
}

/** The table of all scenes, what its words mean, and what happened. */
function conclude(tallies: readonly Tally[], { scene, all }: Choice, terminal: Terminal): void {
  const { bold, dim } = terminal.colours;
  terminal.print();
  if (scene === undefined) {
    const [first] = tallies;
    terminal.print(`All ${first?.attacks} scenes with an attack and ${first?.tasks} without:`);
  }
  terminal.print(tallyTable(tallies));
  for (const line of legendLines(tallies, terminal)) terminal.print(dim(line));
  const closing = scene === undefined ? closingSentence(tallies) : undefined;
  if (closing !== undefined) {
    for (const line of wrapped(bold(closing), terminal, 0)) terminal.print(line);
  }
  if (scene === undefined && all !== true) {
    terminal.print('next: `npx sluice demo --scene changed-account`; `--all` shows every scene');
  }
}

/** q, and what a raw terminal sends for Ctrl-C and Ctrl-D. */
const stopping: ReadonlySet<string> = new Set(['q', 'Q', '\u0003', '\u0004']);

/** Waits for a key after each block; where nobody can press one it says so, and goes on. */
function pauseFor(terminal: Terminal, wanted: boolean): () => Promise<void> {
  const { key } = terminal;
  if (!wanted) return () => Promise.resolve();
  if (key === undefined) {
    terminal.warn('sluice: nobody can press a key here (no terminal), so `--pause` does nothing');
    return () => Promise.resolve();
  }
  const prompt = terminal.colours.dim('any key goes on, q stops');
  return async () => {
    if (stopping.has(await key(prompt))) {
      throw new SluiceError('aborted', 'stopped, as you asked', {
        hint: 'leave `--pause` out to see the scenes in one go',
      });
    }
  };
}

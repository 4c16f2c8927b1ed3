import type { Workspace } from '../file/workspace.ts';
import type { Effect } from './effects.ts';
import { hasGlob } from '../file/glob.ts';
import { judgeCommand } from './judge-command.ts';
import { type Here, isCodeAt } from './place.ts';
import { readScript } from './read-script.ts';
import type { Command, Joint, Sequence, Step } from './script.ts';
import { type Found, Session } from './session.ts';
import { home } from './words.ts';

/** Everything that the text of a command may do; `unknown` stands for anything else. */
export function effectsOf(text: string, workspace: Workspace): ReadonlySet<Effect> {
  const { effects } = foundIn(text, workspace);
  // What does nothing is as good as a read.
  return effects.size === 0 ? new Set<Effect>(['read']) : effects;
}

/** What the text of a command may do, and which files it reads. */
export function foundIn(text: string, workspace: Workspace): Found {
  const found: Found = { effects: new Set(), files: new Set(), isAny: false };
  judgeText(text, new Session(workspace, [[]], found));
  return found;
}

/** A text inside of a text is shorter, so this ends. */
function judgeText(text: string, session: Session): void {
  const step = readScript(text);
  if (step === undefined) session.add('unknown');
  else judgeStep(step, session);
}

/** The folders in which the next command may stand, by the outcome of this one. */
interface After {
  readonly passed: readonly Here[];
  readonly failed: readonly Here[];
}

const heresMax = 8;

function judgeStep(step: Step, session: Session): After {
  switch (step.kind) {
    case 'command':
      return judgeOne(step, session);
    case 'sequence':
      return judgeSequence(step, session);
    case 'subshell':
      judgeStep(step.step, session);
      return { passed: session.heres, failed: session.heres };
    case 'not': {
      const { passed, failed } = judgeStep(step.step, session);
      return { passed: failed, failed: passed };
    }
  }
}

function judgeOne(command: Command, session: Session): After {
  if (command.words[0] === 'cd') return changeFolder(command, session);
  const effects = session.part((part) => judgeCommand(command, part, judgeText));
  if (command.redirects.some(({ access }) => access === 'write')) requireOwn(effects, session);
  return { passed: session.heres, failed: session.heres };
}

/** A program prints what anybody wrote: a file that keeps it would read as code. */
function requireOwn(effects: ReadonlySet<Effect>, session: Session): void {
  if (effects.has('run') && effects.has('write')) session.add('unknown');
}

function changeFolder({ assigned, words, redirects }: Command, session: Session): After {
  const [, folder = home, ...more] = words;
  for (const { access, file } of redirects) session.touch(access, file);
  const isPlain = more.length === 0 && assigned.length === 0 && !/^[-+]/.test(folder);
  const isPlaced = !session.spots(folder).includes(undefined);
  if (!isPlain || !isPlaced || hasGlob(folder)) session.add('unknown');
  const there = session.below(folder).heres;
  // Some shells stay there: later commands would name other files than they seem to.
  const isElsewhere = there.some(
    (here) => here === 'outside' || !isCodeAt({ place: 'inside', parts: here }),
  );
  if (isElsewhere) session.add('writeElsewhere');
  return { passed: there, failed: session.heres };
}

function judgeSequence({ first, rest }: Sequence, session: Session): After {
  if (rest.some(({ joint }) => joint === 'pipe')) {
    return judgePipe([first, ...rest.map(({ step }) => step)], session);
  }
  let after = judgeStep(first, session);
  for (const { joint, step } of rest) {
    const heres = eachOnce(heresFor(joint, after));
    if (heres.length > heresMax) session.add('unknown');
    after = joined(joint, after, judgeStep(step, session.at(heres.slice(0, heresMax))));
  }
  return after;
}

/** Shells differ in which part of a pipe they run themselves, and so in where they stand then. */
function judgePipe(steps: readonly Step[], session: Session): After {
  if (steps.some((step) => step.kind === 'command' && step.words[0] === 'cd'))
    session.add('unknown');
  const effects = session.part((part) => {
    for (const step of steps) judgeStep(step, part);
  });
  requireOwn(effects, session);
  return { passed: session.heres, failed: session.heres };
}

function heresFor(joint: Joint, { passed, failed }: After): readonly Here[] {
  if (joint === 'and') return passed;
  return joint === 'or' ? failed : [...passed, ...failed];
}

function joined(joint: Joint, before: After, next: After): After {
  if (joint === 'and')
    return { passed: next.passed, failed: eachOnce([...before.failed, ...next.failed]) };
  if (joint === 'or')
    return { passed: eachOnce([...before.passed, ...next.passed]), failed: next.failed };
  return next;
}

function eachOnce(heres: readonly Here[]): readonly Here[] {
  return [
    ...new Map(
      heres.map((here) => [typeof here === 'string' ? here : here.join('/'), here]),
    ).values(),
  ];
}

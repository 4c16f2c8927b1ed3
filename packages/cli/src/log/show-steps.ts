import { createColors } from 'picocolors';
import type { StepKind } from '@sluice/core';
import { listed } from '../operator/show/fold.ts';
import { labelText, named, quoted, visible } from '../operator/show/visible.ts';
import { decisionText } from '../show/decision.ts';
import type { Terminal } from '../terminal.ts';
import type { Answered, Asked, Choice, Decided, LoggedStep, Relevant } from './steps.ts';
import type { LoggedDecision } from './read-log.ts';

/** More about a question, by the id of the call that it is about. */
export type Elsewhere = (callId: string) => string | undefined;

type Line = string | { readonly text: string; readonly paint: (text: string) => string };

/** So many ids of regions are named. */
const regionsMax = 12;

const plain = createColors(false);

/** Prints steps and what was decided in them: the one way in which a decision is explained. */
export function printSteps(
  steps: readonly LoggedStep[],
  terminal: Terminal,
  elsewhere: Elsewhere = () => undefined,
): void {
  const blocks = steps.flatMap((step, at) => [
    ...step.decisions.map((each) => decisionLines(each, { terminal, elsewhere })),
    ...(step.choice === undefined
      ? []
      : [stepLines(step, { ...step.choice, next: steps[at + 1]?.choice })]),
  ]);
  for (const [at, block] of blocks.entries()) {
    if (at > 0) terminal.print();
    for (const line of block) print(line, terminal);
  }
}

function print(line: Line, terminal: Terminal): void {
  const { text, paint } = typeof line === 'string' ? { text: line, paint: String } : line;
  for (const piece of listed(text, terminal)) terminal.print(paint(piece));
}

function decisionLines(
  { logged, isHidden, asked, executed, refused }: Decided,
  { terminal, elsewhere }: { readonly terminal: Terminal; readonly elsewhere: Elsewhere },
): readonly Line[] {
  const { decision, label, run, step } = logged;
  const kind = logged.tool === '' ? 'answer' : 'call';
  const { bold, green, yellow, red } = terminal.colours;
  const paints = { allow: 'wouldBe' in decision ? yellow : green, ask: yellow, deny: red };
  const rule = isHidden ? 'a rule above your clearance' : named(decision.rule);
  const safe = { ...decision, rule };
  const decisionLine = decisionText(safe, { ...terminal, colours: plain });
  return [
    { text: isHidden ? `${kind}: above your clearance` : headOf(logged), paint: bold },
    { text: `decision: ${decisionLine}`, paint: paints[decision.kind] },
    `label: ${labelText(label)}`,
    ...(asked?.ceiling === undefined ? [] : [`ceiling: ${labelText(asked.ceiling)}`]),
    `run: ${named(run)}, step ${step}`,
    ...sourceLines(logged, kind),
    ...(asked === undefined ? [] : [`question: ${questionText(asked, elsewhere)}`]),
    ...(executed === undefined
      ? []
      : [`outcome: executed, its result labelled ${labelText(executed.label)}`]),
    ...(refused === undefined ? [] : [`outcome: refused (${named(refused)})`]),
    ...(isDropped({ asked, executed, refused }) ? ['outcome: not run'] : []),
  ];
}

/** A framework does not come back with a call that it was not given a yes for. */
function isDropped({
  asked,
  executed,
  refused,
}: Pick<Decided, 'asked' | 'executed' | 'refused'>): boolean {
  const { answer } = asked ?? {};
  const isNo = answer !== undefined && answer.kind !== 'yes';
  return isNo && executed === undefined && refused === undefined;
}

function headOf({ tool, text }: LoggedDecision): string {
  return tool === '' ? `answer: ${quoted(text)}` : `call: ${named(tool)} ${visible(text)}`;
}

function sourceLines(
  { decision, evidence, unsourced }: LoggedDecision,
  kind: string,
): readonly string[] {
  return [
    ...decision.violations.map(({ dimension, argument }) => {
      const where = argument === '' ? `the ${kind}` : named(argument);
      if (dimension === '*') return `  ${where} is never automatic`;
      return `  ${where} is above its ceiling in ${named(dimension)}`;
    }),
    ...evidence
      .filter(({ argument }) => argument !== '')
      .map(({ argument, from, path, how, label, region, excerpt }) => {
        const place = `${named(from)} ${named(path)} (${named(how)}; ${labelText(label)})`;
        return `  ${named(argument)} <- ${place}, region ${named(region)}: ${quoted(excerpt)}`;
      }),
    ...unsourced.map((argument) => `  ${named(argument)} <- no visible source`),
  ];
}

function questionText({ answer, callId }: Asked, elsewhere: Elsewhere): string {
  const more = elsewhere(callId);
  const said = answer === undefined ? undefined : answerText(answer);
  return [said ?? (more === undefined ? 'no answer is recorded' : ''), more ?? '']
    .filter((text) => text !== '')
    .join('; ');
}

function answerText({ kind, by, words }: Answered): string {
  if (kind === 'none') return 'no answer in time';
  // Names above the reader's clearance are left out.
  const who = by.length === 0 ? '' : ` by ${by.map(named).join(', ')}`;
  return `${named(kind)}${who}${words === '' ? '' : `: ${quoted(words)}`}`;
}

const whole = 'the draft is the output, at the label of all that it saw';

const wide = 'another model drafted: generated again at the label of all that there was';

/** How a step's label was chosen, in words. */
const kinds: Readonly<Record<StepKind, string>> = {
  strict: 'chosen before anything was generated',
  'draft-whole': 'the draft is the output: nothing that it saw would have been redacted',
  'draft-allowed': `${whole}: what it does is allowed there`,
  'draft-lazy': `${whole}: it only reads, and is replayed if that is needed`,
  'draft-unhelped': `${whole}: a narrower one would allow nothing more`,
  regenerated: 'generated again from what was relevant to the draft',
  'regenerated-asked': 'generated again from a narrower view, before it is asked about or refused',
  staged: 'what is acted on was generated again; what the calls say is the draft’s',
  'fell-back': `${whole}: from a narrower view it made no call, or others that would be asked about`,
  'regenerated-wide': wide,
  'regenerated-lazy': `${wide}; it only reads, and is replayed if that is needed`,
};

function stepLines(
  { run, step, decisions }: LoggedStep,
  choice: Choice & { readonly next: Choice | undefined },
): readonly Line[] {
  const { answer, label, kind, relevance, generations, next } = choice;
  const how = isStepKind(kind) ? kinds[kind] : named(kind);
  const isTurn = next !== undefined && answer !== '' && next.answer === answer;
  const isStopped = decisions.length > 0 && decisions.every(({ refused }) => refused !== undefined);
  return [
    kind === ''
      ? `step ${step} of run ${named(run)}: came to no label`
      : `step ${step} of run ${named(run)}: labelled ${labelText(label)}`,
    ...(kind === '' ? [] : [`  ${how}`]),
    ...(relevance === undefined ? [] : [`  relevant: ${relevantText(relevance)}`]),
    ...(generations.length === 0
      ? []
      : [`  generated: ${generations.map(purposeText).join(', ')}`]),
    ...(isTurn && isStopped
      ? ['  hidden from the client: it was refused, and the model went on']
      : []),
  ];
}

function purposeText({ purpose, failed }: Choice['generations'][number]): string {
  return failed === '' ? named(purpose) : `${named(purpose)}, which failed (${named(failed)})`;
}

function relevantText(relevance: Relevant): string {
  switch (relevance.kind) {
    case 'regions': {
      const { regions } = relevance;
      const ids = regions.slice(0, regionsMax).map(named).join(', ');
      const more = regions.length - regionsMax;
      return regions.length === 0 ? 'nothing' : more > 0 ? `${ids} and ${more} more` : ids;
    }
    case 'label':
      return `what flows to ${labelText(relevance.label)}`;
    case 'all':
      return `everything (${quoted(relevance.because)})`;
    case 'hidden':
      return 'above your clearance';
  }
}

function isStepKind(kind: string): kind is StepKind {
  return Object.hasOwn(kinds, kind);
}

import { Content } from '../src/history/content.ts';
import { fourPoint } from './paper-spaces.ts';
import type { Label, LabelSpace } from '../src/label/label.ts';
import type { Policy, Ruling } from '../src/policy/policy.ts';

export const space: LabelSpace = fourPoint();
export const trusted: Label = space.bottom;
export const untrusted: Label = space.parse('untrusted & public');
export const secret: Label = space.parse('trusted & private');
export const both: Label = space.top;

export interface FakePolicyOptions {
  /** The label of each tool's result; a list labels the words of the text in turn, the last one all the rest. */
  readonly results?: Readonly<Record<string, Label | readonly Label[]>>;
  readonly ceilings?: Readonly<Record<string, Label>>;
  readonly reads?: readonly string[];
  readonly onViolation?: 'ask' | 'block' | 'log';
  readonly answer?: Label;
  readonly clearance?: Label;
  readonly dutyOf?: (label: Label) => readonly string[] | undefined;
  readonly override?: Partial<Policy>;
}

/** A policy for tests of the monitor alone: labels and ceilings by tool name, all else trusted. */
export function fakePolicy(options: FakePolicyOptions = {}): Policy {
  const { results = {}, ceilings = {}, onViolation = 'ask', answer = space.top } = options;
  const ceiling = (rule: string, label: Label): Ruling => {
    return { kind: 'ceiling', rule, ceiling: label, perArgument: {}, onViolation };
  };
  return {
    space,
    hash: 'fake',
    labelTurn: (_role, text) => Content.whole(space, text, trusted),
    labelOpaqueTurn: () => trusted,
    labelResult: ({ tool, text }) => contentOf(text, results[tool] ?? space.top),
    labelOpaqueResult: () => space.top,
    resultFloor: (tool) => floorOf(results[tool] ?? space.top),
    labelTool: () => trusted,
    vouchesFor: () => true,
    ruleCall: (tool) => {
      const label = ceilings[tool];
      if (label === undefined) return { kind: 'never', rule: 'default', onViolation };
      return ceiling(`sinks.${tool}`, label);
    },
    ruleAnswer: () => ceiling('answer', answer),
    answerFloor: answer,
    dutyOf: options.dutyOf ?? (() => []),
    effect: (tool) => (options.reads?.includes(tool) ? 'read' : 'write'),
    providerTool: () => undefined,
    clearance: () => options.clearance ?? space.top,
    ...options.override,
  };
}

function contentOf(text: string, labels: Label | readonly Label[]): Content {
  if ('text' in labels) return Content.whole(space, text, labels);
  const parts = [...text.matchAll(/\S+/g)].map((match, at) => ({
    start: match.index,
    end: match.index + match[0].length,
    label: labels[Math.min(at, labels.length - 1)] ?? space.top,
    form: 'text' as const,
    path: '$',
    parts: [],
  }));
  const root = { start: 0, end: text.length, label: trusted, form: 'text' as const, path: '$' };
  return Content.of(space, text, { ...root, parts });
}

function floorOf(labels: Label | readonly Label[]): Label {
  if ('text' in labels) return labels;
  return labels.reduce((a, b) => space.meet(a, b), space.top);
}

import {
  type History,
  joinAll,
  meetAll,
  type Label,
  type LabelSpace,
  type Policy,
  regionsOf,
} from '@sluice/core';
import type { GroundTruthCall } from '../agentdojo/facts.ts';
import { asksFor } from './asked-for.ts';
import { type Form, formOf } from './beyond.ts';
import { canChoose } from './chosen.ts';
import { leastOfCall } from './least-label.ts';

/** `whole`: one label for a call. `roles`: one for its control, one for each data argument. */
export type Labelling = 'whole' | 'roles';

/** The least that a call's labels can be, against its ceilings. */
export interface CallFloor {
  readonly tool: string;
  /** Some label is above its ceiling, whatever chose the regions: a person is asked. */
  readonly asks: boolean;
  /** Control arguments that stand only where the call's ceiling does not reach. */
  readonly control: readonly string[];
  /** Of these, the ones above it in integrity: they stand only in what strangers wrote. */
  readonly byStrangers: readonly string[];
  /** The form of each argument's value, by name. */
  readonly forms: Readonly<Record<string, Form>>;
  /** Data arguments above their own ceilings. */
  readonly data: readonly string[];
  /** The user does not ask for what the tool does, and strangers' text was there to be read. */
  readonly isLeftToStrangers: boolean;
  /**
   * Control may be a stranger's choice among trusted values: what the user says of which one to
   * take stands only in what strangers wrote. Not counted in the floor, for values do not show it.
   */
  readonly mayBeChosen: boolean;
  /** Control arguments that stand nowhere, so that nothing is known of them. */
  readonly unsourced: readonly string[];
  /** The label of the call's result. */
  readonly label: Label;
}

export interface PlayedCall {
  readonly policy: Policy;
  readonly history: History;
  readonly prompt: string;
  readonly call: GroundTruthCall;
  /** The results of the calls before it. */
  readonly outputs: readonly string[];
}

interface ArgumentFloor {
  readonly name: string;
  readonly label: Label;
  readonly ceiling: Label;
  readonly isData: boolean;
  readonly isUnsourced: boolean;
}

export async function floorOfCall(played: PlayedCall, labelling: Labelling): Promise<CallFloor> {
  const { space } = played.policy;
  const ruling = played.policy.ruleCall(played.call.tool, JSON.stringify(played.call.args));
  const ceiling = ruling.kind === 'ceiling' ? ruling.ceiling : undefined;
  const perArgument = ruling.kind === 'ceiling' ? ruling.perArgument : {};
  const all = await floorsOfArguments(played, { ceiling: ceiling ?? space.bottom, perArgument });
  const choice = await choiceOf(played, ceiling ?? space.bottom);
  const isAlone = ({ isData }: ArgumentFloor): boolean => labelling === 'roles' && isData;
  const together = all.filter((each) => !isAlone(each));
  const control = joinAll(space, [choice.label, ...together.map(({ label }) => label)]);
  // A call with one label is held against all its ceilings.
  const ceilings = [ceiling ?? space.bottom, ...together.map((each) => each.ceiling)];
  const labels = all.filter(isAlone).map((each) => [space.join(control, each.label), each.ceiling]);
  const held = [...ceilings.map((each) => [control, each]), ...labels];
  const above = all.filter((each) => !space.flowsTo(each.label, each.ceiling));
  const lowest = meetAll(space, ceilings);
  const values = Object.fromEntries(together.map(({ name }) => [name, played.call.args[name]]));
  const choosing = { ...played, space, values };
  const acts = played.policy.effect(played.call.tool) === 'write';
  return {
    tool: played.call.tool,
    asks: ceiling === undefined || held.some(([label, each]) => !flows(space, label, each)),
    control: namesOf(above.filter(({ isData }) => !isData)),
    byStrangers: namesOf(above.filter((each) => !each.isData && isByStrangers(space, each))),
    forms: formsOf(played.call.args),
    data: namesOf(above.filter(({ isData }) => isData)),
    isLeftToStrangers: choice.isLeft,
    mayBeChosen: acts && canChoose(choosing, space.top) && !canChoose(choosing, lowest),
    unsourced: namesOf(all.filter((each) => acts && !each.isData && each.isUnsourced)),
    label: joinAll(space, [control, ...all.map(({ label }) => label)]),
  };
}

function flows(space: LabelSpace, label: Label | undefined, ceiling: Label | undefined): boolean {
  return label !== undefined && ceiling !== undefined && space.flowsTo(label, ceiling);
}

function namesOf(all: readonly ArgumentFloor[]): readonly string[] {
  return all.map(({ name }) => name);
}

function formsOf(args: GroundTruthCall['args']): CallFloor['forms'] {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, formOf(value)]));
}

function isByStrangers(space: LabelSpace, { label, ceiling }: ArgumentFloor): boolean {
  return space.violated(label, ceiling).includes('integrity');
}

/** Each argument by itself: what another one needs does not make it any dearer. */
async function floorsOfArguments(
  { policy: { space }, history, call: { tool, args } }: PlayedCall,
  given: { readonly ceiling: Label; readonly perArgument: Readonly<Record<string, Label>> },
): Promise<readonly ArgumentFloor[]> {
  const floors: ArgumentFloor[] = [];
  for (const [name, value] of Object.entries(args)) {
    const { label, isUnsourced } = await leastOfCall(space, history, {
      tool,
      args: { [name]: value },
    });
    const own = given.perArgument[name];
    floors.push({
      name,
      label,
      ceiling: own ?? given.ceiling,
      isData: own !== undefined,
      isUnsourced: isUnsourced && saysSomething(value),
    });
  }
  return floors;
}

/** `true`, `null` and what is empty have no text that could stand anywhere. */
function saysSomething(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysSomething);
  return typeof value === 'number';
}

/** The label of the choice of the tool. */
async function choiceOf(
  { policy: { space }, history, prompt, call: { tool } }: PlayedCall,
  ceiling: Label,
): Promise<{ readonly label: Label; readonly isLeft: boolean }> {
  const { label } = await leastOfCall(space, history, { tool, args: {} });
  const read = joinAll(
    space,
    regionsOf(history).map((region) => region.label),
  );
  const isWritten = space.violated(read, ceiling).includes('integrity');
  const isLeft = isWritten && !asksFor(prompt, tool);
  return { label: isLeft ? space.join(label, read) : label, isLeft };
}

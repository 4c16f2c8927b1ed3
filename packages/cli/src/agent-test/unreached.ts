import type { DraftCall, Policy } from '@sluice/core';
import { someOf } from '../show/some-of.ts';
import { heldIn, isHeldAlone } from './guarded.ts';
import type { Observed } from './one-run.ts';

/** Why an agent did not look at the result of a tool that its task asks for, and what to do. */
export function whyUnreached(
  run: Observed,
  { wanted, policy }: { readonly wanted: DraftCall; readonly policy: Policy },
): string {
  const { heard, ran, asked } = run;
  const { tool } = wanted;
  const { requests, declared, answered } = heard;
  if (requests === 0) {
    return 'it asked no model: give its client the `baseURL`, `apiKey` and `modelName` that it is handed, or use `model`';
  }
  if (declared.length > 0 && declared.every(({ name }) => name !== tool)) {
    return `it tells its model of no tool \`${tool}\`, but of ${named(declared)}: the policy must name its tools as its model does`;
  }
  if (ran.some((call) => call.tool === tool)) {
    return `it ran \`${tool}\` with other arguments than its model gave: name such a call in a task of sluice.test.yaml`;
  }
  if (asked.some((call) => call.tool === tool)) {
    return `it asked a person about \`${tool}\`, who agreed, and did not run it: see how it takes a yes`;
  }
  if (heldIn(run, [wanted]).length > 0) {
    return `its guard held the call of \`${tool}\`, and nobody was asked: ask with \`approve\`, or name a call that the policy lets through in a task of sluice.test.yaml`;
  }
  if (isHeldAlone(policy, wanted)) {
    return `it did not make the call of \`${tool}\` that its model asked for: the policy holds this call until a person says yes, and nobody was asked; with \`--gateway\`, \`sluice test\` is asked`;
  }
  return answered.some((call) => call.tool === tool)
    ? `it answered the call of \`${tool}\` without the \`${tool}\` that it is handed: use \`tools\` of the run`
    : `it did not make the call of \`${tool}\` that its model asked for: see that it runs calls until the model makes none`;
}

const namedMax = 5;

function named(tools: readonly { readonly name: string }[]): string {
  const names = tools.map(({ name }) => name);
  return someOf(names, namedMax);
}

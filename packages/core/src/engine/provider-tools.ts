import type { Label } from '../label/label.ts';
import { joinAll } from '../label/lattice.ts';
import type { ModelReply } from '../model/chat-model.ts';
import type { ProviderTool } from '../policy/policy.ts';
import type { Run } from './run.ts';

/** Which of the provider's own tools a generation is given, of those that the client asks for. */
export interface Offer {
  readonly offered: readonly string[];
  readonly leftOut: readonly string[];
}

/** Of a generation that is given none of them, whatever the client asks for. */
export const noOffer: Offer = { offered: [], leftOut: [] };

/**
 * The provider runs such a tool before anybody can look at the call, and may put all that it was
 * sent into it. So the view as a whole is the call: it is decided before it is made, at its label.
 */
export function offerAt(run: Run, label: Label): Offer {
  const { providerTools = [] } = run.options;
  const mayRun = (name: string): boolean => {
    const tool = providerTool(run, name);
    return tool !== undefined && run.space.flowsTo(run.atLeast(label), tool.ceiling);
  };
  return {
    offered: providerTools.filter(mayRun),
    leftOut: providerTools.filter((name) => !mayRun(name)),
  };
}

/** The label of a reply from a view at `label`: what was found has a part in all of it. */
export function labelWith(run: Run, label: Label, ran: readonly string[]): Label {
  const found = ran.map((name) => providerTool(run, name)?.result ?? run.space.top);
  return joinAll(run.space, [run.atLeast(label), ...found]);
}

/** The label that a draft would have, were it generated again from the view at `label`. */
export function labelAgain(run: Run, { ran = [] }: ModelReply, label: Label): Label {
  const { offered } = offerAt(run, label);
  return labelWith(
    run,
    label,
    ran.filter((name) => offered.includes(name)),
  );
}

/** A policy that fails lets no provider run anything. */
function providerTool(run: Run, name: string): ProviderTool | undefined {
  try {
    return run.options.policy.providerTool(name);
  } catch {
    return undefined;
  }
}

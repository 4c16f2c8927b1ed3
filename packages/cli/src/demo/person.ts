import type { Confirm, ConfirmRequest, Label } from '@sluice/core';
import { jsonFields } from '../json.ts';
import type { NeededCall } from './world/tasks.ts';

/** A question that the person got, and whether they agreed. */
export interface Question {
  readonly tool: string;
  readonly args: string;
  readonly agreed: boolean;
}

/**
 * A person who remembers what they asked for: they agree to a call that their own request needs and
 * to nothing else. They look at the call, never at its label.
 */
export function simulatedPerson(
  needs: readonly NeededCall[],
  {
    clearance,
    onQuestion,
  }: { readonly clearance: Label; readonly onQuestion: (question: Question) => void },
): Confirm {
  return {
    clearance,
    ask: (request) => {
      const agreed = needs.some((need) => isNeeded(request, need));
      onQuestion({ tool: request.tool, args: request.args, agreed });
      return Promise.resolve(
        agreed
          ? { kind: 'yes', by: ['robin'], hash: request.hash }
          : { kind: 'no', by: ['robin'], reason: 'I did not ask for that.' },
      );
    },
  };
}

function isNeeded(request: Pick<ConfirmRequest, 'tool' | 'args'>, need: NeededCall): boolean {
  if (request.tool !== need.tool) return false;
  const args = jsonFields(request.args);
  return Object.entries(need.args).every(([name, value]) => args[name] === value);
}

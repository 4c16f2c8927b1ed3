import { runGuarded, type Confirm } from '@sluice/core';
import type { Agent } from '../agent.ts';

/** An agent that is Sluice and nothing else: what it lets through, the policy lets through. */
export const policyAlone: Agent = async ({ prompt, tools, model, policy, approve, signal }) => {
  const confirm: Confirm = {
    clearance: policy.space.top,
    ask: ({ tool, args, hash }) =>
      Promise.resolve(
        approve({ tool, args })
          ? { kind: 'yes', by: ['the user'], hash }
          : { kind: 'no', by: ['the user'], reason: 'I did not ask for that.' },
      ),
  };
  const { text } = await runGuarded({ model, tools, policy, signal, confirm }, prompt);
  return text;
};

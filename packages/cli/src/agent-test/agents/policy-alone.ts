import { defaultShortcuts, runGuarded, type Confirm } from '@sluice/core';
import type { Agent } from '../agent.ts';

/**
 * An agent that is Sluice and nothing else: what it lets through, the policy lets through, with
 * labels per argument too.
 */
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
  const shortcuts = { ...defaultShortcuts, staged: true };
  const guarded = { model, tools, policy, signal, confirm, shortcuts };
  const { text } = await runGuarded(guarded, prompt);
  return text;
};

import { policyText } from '../../packages/cli/src/init/policy-text.ts';
import type { FoundTool } from '../../packages/cli/src/init/tools/found-tool.ts';

/**
 * The answers to the questions of `sluice init` that the figures stand for: tools that act run on
 * the user's words alone, and what tools return may go to whomever the user names.
 */
export const answers = { acting: 'own-words', dimensions: 'integrity' } as const;

/** The first policy for tools of which nothing but their list is known. */
export function draft(tools: readonly FoundTool[]): string {
  const parts = { packed: [], unknown: [], toolNames: 'plain', holder: [] } as const;
  return policyText({ ...parts, tools, ...answers });
}

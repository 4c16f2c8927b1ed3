import { loadPolicy, outlineOf, type LoadOptions, type PlainTool, type Policy } from '@sluice/core';
import { policyReader, skeleton } from '@sluice/gateway';
import { readText } from './files.ts';

/** What a policy that stands in a file is loaded with: the files that it includes, for one. */
export function policyOptions(
  file: string,
  more: Pick<LoadOptions, 'tools' | 'groups'> = {},
): LoadOptions {
  return { file, skeleton, include: policyReader(file), ...more };
}

/** Throws `file-unreadable`, and what `loadPolicy` throws. */
export async function loadPolicyFile(
  file: string,
  tools?: readonly PlainTool[],
  groups?: LoadOptions['groups'],
): Promise<Policy> {
  return loadPolicy(readText(file), policyOptions(file, { tools, groups }));
}

/** The tools that a policy names, itself or through its packs. */
export function toolNamesOf(policy: Policy): readonly string[] {
  return outlineOf(policy).map(({ tool }) => tool);
}

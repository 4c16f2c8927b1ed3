import type { PlainTool } from '../history/plain.ts';
import type { CompiledPolicy } from './compile.ts';
import type { Finding } from './problem.ts';

/** Warnings about a policy that can be loaded. */
export async function lintPolicy(
  _compiled: CompiledPolicy,
  _tools: readonly PlainTool[] | undefined,
): Promise<readonly Finding[]> {
  return [];
}

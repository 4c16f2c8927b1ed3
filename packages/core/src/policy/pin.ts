import type { PlainTool } from '../history/plain.ts';
import { canonicalJson, sha256 } from '../history/json/canonical.ts';

/**
 * The pin of a tool as declared: `sha256:` and the digest of its name, description and schema. A
 * server that changes any of them no longer matches.
 */
export async function pinOf(tool: PlainTool): Promise<string> {
  return `sha256:${await sha256(pinnedText(tool))}`;
}

/** The canonical text that a pin is a hash of. */
export function pinnedText({ name, description, parameters }: PlainTool): string {
  return canonicalJson({ name, description, parameters });
}

import type { Policy } from '@sluice/core';
import type { ServerCall } from '@sluice/mcp';

/** The name that a policy, a question and the audit have for a call of one server. */
export function fullName(server: string, call: ServerCall): string {
  return `mcp__${server}__${call.kind === 'tool' ? call.name : `mcp:${call.kind}`}`;
}

/**
 * The name by which the policy rules a call: that with the server's name, else the bare one, as
 * packs have it, where no other server was accepted with it first.
 */
export async function policyName(
  { server, call }: { readonly server: string; readonly call: ServerCall },
  { policy, ownerOf }: { policy: Policy; ownerOf: (tool: string) => Promise<string | undefined> },
): Promise<string> {
  const full = fullName(server, call);
  if (policy.vouchesFor(full)) return full;
  if (call.kind !== 'tool') return `mcp:${call.kind}`;
  // A server could name a tool so that it reads as that of another.
  const isBare = /^(?!mcp(?:__|:))[\w./-]+$/.test(call.name);
  if (!isBare || !policy.vouchesFor(call.name)) return full;
  return (await ownerOf(call.name)) === server ? call.name : full;
}

import type { Policy } from '@sluice/core';
import { RequestError } from '../errors.ts';
import type { ClientRequest } from '../protocol.ts';

/** Those of the provider's tools that it may run, as the client declared them. */
export function hostedTools(
  { hosted }: Pick<ClientRequest, 'hosted'>,
  offered: readonly string[],
): readonly Readonly<Record<string, unknown>>[] {
  return offered.flatMap((name) => {
    const tool = hosted?.get(name);
    return tool === undefined ? [] : [tool];
  });
}

/** Throws `RequestError` where the provider would run what the policy does not name. */
export function refuseUnnamed(
  { hosted }: Pick<ClientRequest, 'hosted'>,
  policy: Pick<Policy, 'providerTool'>,
): void {
  for (const name of hosted?.keys() ?? []) {
    if (policy.providerTool(name) !== undefined) continue;
    const message = `the provider would run \`${name}\`, and the policy does not name it`;
    throw new RequestError('tool_not_named', message, {
      hint: `declare a tool that the client runs in its place, or add \`${name}\` to \`providerTools\` in the policy`,
    });
  }
}

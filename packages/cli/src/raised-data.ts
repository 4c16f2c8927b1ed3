import { outlineOf, type Policy } from '@sluice/core';

/** Arguments that a policy lets say more than the call may act on: in words, `NAME` of TOOL. */
export function raisedData(policy: Policy): readonly string[] {
  return outlineOf(policy).flatMap(({ tool, data }) =>
    [...data.keys()]
      .filter((name) => {
        const ruling = policy.ruleCall(tool, JSON.stringify({ [name]: 'text' }));
        if (ruling.kind !== 'ceiling') return false;
        const own = ruling.perArgument[name];
        return own !== undefined && !policy.space.flowsTo(own, ruling.ceiling);
      })
      .map((name) => `\`${name}\` of ${tool}`),
  );
}

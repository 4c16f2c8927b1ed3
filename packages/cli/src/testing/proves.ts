import { test } from 'vitest';
import { cliRequirements, type CliRequirementId } from '../requirements.ts';

/** Runs a test under the promise that it proves; `unless`: why it cannot be proved here. */
export function proves(
  id: CliRequirementId,
  body: () => void | Promise<void>,
  { unless }: { readonly unless?: string | undefined } = {},
): void {
  if (unless === undefined) test(`${id}: ${cliRequirements[id]}`, body);
  else test.skip(`${id}: cannot be proved here: ${unless}`, body);
}

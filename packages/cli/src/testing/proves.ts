import { test } from 'vitest';
import { cliRequirements, type CliRequirementId } from '../requirements.ts';

/** Runs a test under the promise that it proves; `unless`: why it cannot be proved here. */
export function proves(
  id: CliRequirementId,
  body: () => void | Promise<void>,
  { unless }: { readonly unless?: string | undefined } = {},
): void {
  const words = unless === undefined ? '' : ` (cannot be proved here: ${unless})`;
  test.skipIf(unless !== undefined)(`${id}: ${cliRequirements[id]}${words}`, body);
}

import { test } from 'vitest';
import { requirements, type RequirementId } from '../requirements.ts';

/** Runs a test under the promise that it proves; `unless`: why it cannot be proved here. */
export function proves(
  id: RequirementId,
  body: () => void | Promise<void>,
  { unless }: { readonly unless?: string | undefined } = {},
): void {
  const words = unless === undefined ? '' : ` (cannot be proved here: ${unless})`;
  test.skipIf(unless !== undefined)(`${id}: ${requirements[id]}${words}`, body);
}

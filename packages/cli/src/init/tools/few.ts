import { SluiceError } from '@sluice/core';

/** More tools than any client gives to a model. */
export const toolsMax = 2_000;

export const fewerHint =
  'name the folder of one agent, `--dir FOLDER`, or a list of the tools that it has, `--tools FILE`';

/** Throws `settings-invalid` where nobody would look at each line of the policy. */
export function requireFew({ length }: readonly unknown[]): void {
  if (length <= toolsMax) return;
  throw new SluiceError(
    'settings-invalid',
    `there are ${length} tools: \`sluice init\` takes ${toolsMax}`,
    {
      hint: fewerHint,
    },
  );
}

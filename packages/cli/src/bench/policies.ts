import { SluiceError } from '@sluice/core';
import path from 'node:path';
import { readText } from '../files.ts';
import { policyFileFor, shippedPolicyFolder } from '../replay/suites.ts';

export interface PolicyChoice {
  readonly policies?: string | undefined;
  readonly strict?: true | undefined;
}

/** The text of the policy of each suite. Throws `file-unreadable` where one has none. */
export function policyTexts(
  suites: readonly string[],
  { policies, strict }: PolicyChoice,
): Readonly<Record<string, string>> {
  const folder =
    policies ?? (strict === true ? path.join(shippedPolicyFolder(), 'strict') : undefined);
  return Object.fromEntries(
    suites.map((suite) => {
      const file = policyFileFor(suite, { policy: undefined, policies: folder });
      if (file !== undefined) return [suite, readText(file)];
      throw new SluiceError('file-unreadable', `there is no policy for suite \`${suite}\``, {
        hint: 'give a folder with `SUITE.yaml` for each suite: `--policies FOLDER`',
      });
    }),
  );
}

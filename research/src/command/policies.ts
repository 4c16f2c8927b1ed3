import { SluiceError } from '@sluice/core';
import path from 'node:path';
import { parseDocument } from 'yaml';
import { policyFileFor, readText, shippedPolicyFolder } from 'sluice/parts';

export interface PolicyChoice {
  readonly policies?: string | undefined;
  readonly strict?: true | undefined;
  /** The label that an answer may rest on, instead of the policies' own. */
  readonly answer?: string | undefined;
}

/** The text of the policy of each suite. Throws `file-unreadable` where one has none. */
export function policyTexts(
  suites: readonly string[],
  { policies, strict, answer }: PolicyChoice,
): Readonly<Record<string, string>> {
  const folder =
    policies ?? (strict === true ? path.join(shippedPolicyFolder(), 'strict') : undefined);
  return Object.fromEntries(
    suites.map((suite) => {
      const file = policyFileFor(suite, { policy: undefined, policies: folder });
      if (file !== undefined) return [suite, answering(readText(file), answer)];
      throw new SluiceError('file-unreadable', `there is no policy for suite \`${suite}\``, {
        hint: 'give a folder with `SUITE.yaml` for each suite: `--policies FOLDER`',
      });
    }),
  );
}

/** The same policy with another ceiling for answers. Throws `settings-invalid`. */
function answering(policy: string, answer: string | undefined): string {
  const document = parseDocument(policy);
  switch (answer) {
    case undefined:
      return policy;
    case 'open':
      document.deleteIn(['answer', 'withLinks']);
      return document.toString();
    case 'trusted': {
      const ceiling = String(document.getIn(['answer', 'ceiling']));
      document.setIn(['answer', 'ceiling'], ceiling.replace('untrusted', 'trusted'));
      return document.toString();
    }
    default:
      throw new SluiceError('settings-invalid', `an answer cannot be \`${answer}\``, {
        hint: 'say `--answer open` or `--answer trusted`, or leave it out',
      });
  }
}

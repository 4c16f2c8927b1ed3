import { fieldsOf } from '../../json.ts';
import type { Draft } from './draft.ts';
import type { DataGuess } from './role.ts';
import type { Labels } from './template-text.ts';

/** A tool that acts, of which a comment says what could be written. */
export interface Acting {
  readonly name: string;
  readonly draft: Draft;
  readonly parameters: unknown;
}

/** Names that need no quotes, and that can end no comment. */
const plainName = /^[A-Za-z_][\w-]{0,63}$/;

/**
 * Comments with the lines to write where a person is asked about each call: the first tool says all
 * of it, with its own arguments, and each other one which of its arguments only say something.
 */
export function exampleLines(
  { name, draft, parameters }: Acting,
  { labels, isFirst }: { readonly labels: Labels; readonly isFirst: boolean },
): readonly string[] {
  const data = draft.possibleData.filter((each) => plainName.test(each.name));
  if (draft.call !== 'asked' || (data.length === 0 && !isFirst)) return [];
  const call = callText(data, labels);
  if (!isFirst) return [`or, as said above: call: ${call}`];
  const control = Object.keys(fieldsOf(fieldsOf(parameters)['properties'])).find(
    (each) => plainName.test(each) && data.every((one) => one.name !== each),
  );
  return [
    `To let calls of ${name} run where nothing but the user's own words led to them, add:`,
    `  call: ${call}`,
    ...(control === undefined
      ? []
      : [
          'Calls with a certain argument may have another ceiling, by a rule in `call`:',
          `  rules: [{ name: NAME, when: { ${control}: VALUE }, ceiling: ${labels.spoken} }]`,
        ]),
  ];
}

/** How to let data hold what strangers wrote: once in a draft, beside the first tool with data. */
export function dataLines(
  { data, possibleData }: Draft,
  { labels, isFirst }: { readonly labels: Labels; readonly isFirst: boolean },
): readonly string[] {
  const one = [...data, ...possibleData].find((each) => plainName.test(each.name));
  if (one === undefined || !isFirst) return [];
  const { name, form } = one;
  return [
    '`data` names the arguments that only say something to people. To let them pass on what others',
    'wrote without a question, give each that a call has a ceiling of its own, such as',
    `  ${name}: { form: ${form}, ceiling: untrusted, writes: [], because: WHY }`,
    'and write `staged: true` into the profile in gateway.yaml (in code: among the `shortcuts`).',
    ...(labels.strangers === labels.spoken
      ? []
      : [
          `It lets no \`${labels.strangers}\` through: say in \`result\` who may read what is read.`,
        ]),
    'See docs/policy-calls.md.',
  ];
}

function callText(data: readonly DataGuess[], { bottom }: Labels): string {
  const roles = data.map(({ name, form }) => `${name}: ${form}`).join(', ');
  return `{ ceiling: ${bottom}${roles === '' ? '' : `, data: { ${roles} }`} }`;
}

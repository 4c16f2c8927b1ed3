import { openLink } from './task.ts';

export interface PolicyParts {
  readonly lookUp: string;
  /** The label of a chunk's text by who it is of, as YAML below `rules:`. */
  readonly rules: readonly string[];
  /** The label of `text` where no rule says otherwise. */
  readonly label: string;
  /** The ceiling of the answer, and of what a read sends out in its arguments. */
  readonly answer: string;
  /** Tools with an effect that the adversary may want. */
  readonly effects: readonly string[];
}

/**
 * The `sluice.yaml` of a game. Nobody is at the desk, so that what would be asked is refused. Who a
 * chunk is of is filled in by the system that stores it (the paper's clean labels, section 10).
 */
export function policyText({ lookUp, rules, label, answer, effects }: PolicyParts): string {
  const source = `
    effect: read
    description: trusted
    result:
      format: json
      label: ${label}
      shape: trusted & everyone
      rules:
        - { path: "$[*]['id', 'from']", label: trusted & everyone }
${rules.map((rule) => `        - ${rule}\n`).join('')}    call:
      ceiling: ${answer}
`;
  const sinks = effects.map((tool) => {
    return `  ${tool}:
    effect: write
    description: trusted
    result: { format: text, label: trusted & everyone }
    call: { ceiling: trusted & everyone }
`;
  });
  return `version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
  confidentiality: { readers: any }
onViolation: ask
models: { '*': { main: top, judge: top } }
answer:
  ceiling: ${answer}
tools:
  ${lookUp}:${source}  ${openLink}:${source}${sinks.join('')}`;
}

const textRule = "path: '$[*].text'";

/** The same policy without rules for single chunks: a result is labelled as a whole. */
export function withoutChunkRules(policy: string): string {
  const lines = policy.split('\n').filter((line) => !line.includes(textRule));
  return lines.join('\n');
}

/** The text of those who are named is trusted; who wrote a chunk is not for its writer to say. */
export function trustedWriters(names: readonly string[]): string {
  const when = `{ '$[*].from': [${names.join(', ')}] }`;
  const because = 'The store fills in who wrote a chunk.';
  return `{ ${textRule}, when: ${when}, label: trusted & everyone, endorse: { because: ${because} } }`;
}

/** Each tenant's text is for that tenant. */
export const tenantsOwn = `{ ${textRule}, label: untrusted, readersFrom: ['$[*].from'] }`;

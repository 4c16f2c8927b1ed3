import type { ToolSpec } from './world.ts';

export interface PolicyParts {
  readonly categories: readonly string[];
  /** Spans of the user's turns with a label of their own, as YAML below `spans:`. */
  readonly spans: string;
  /** The results that hold private data: by tool, what stands below `result:`, as YAML. */
  readonly sources: Readonly<Record<string, string>>;
  readonly tools: readonly Pick<ToolSpec<never>, 'name' | 'effect'>[];
}

/**
 * The `sluice.yaml` of a world. Private data have the label of their category; a call that carries
 * any is asked about, for every tool's provider is an outsider (RTBAS 8.2). What the user is told
 * stays with the user.
 */
export function policyText({ categories, spans, sources, tools }: PolicyParts): string {
  const entries = tools.map(({ name, effect }) => {
    const result = sources[name] ?? publicResult;
    return `  ${name}:
    effect: ${effect}
    description: trusted
    result: ${result}
    call: { ceiling: bottom }
`;
  });
  return `version: 1
lattice: { private: { powerset: [${categories.join(', ')}] } }
onViolation: ask
models: { '*': { main: top, judge: top } }
user:
  label: bottom
  spans:
${spans}
answer: { ceiling: top }
tools:
${entries.join('')}`;
}

const publicResult = '{ format: json, label: bottom }';

/** A result that is of one category as a whole. */
export function wholly(category: string): string {
  return `{ format: json, label: 'private{${category}}' }`;
}

/** A result of which some members are private. */
export function partly(rules: readonly { path: string; category: string }[]): string {
  const lines = rules.map(({ path, category }) => {
    return `\n        - { path: '${path}', label: 'private{${category}}' }`;
  });
  return `\n      format: json\n      label: bottom\n      rules:${lines.join('')}`;
}

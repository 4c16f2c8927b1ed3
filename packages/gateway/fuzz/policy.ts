/**
 * The labels of the fuzz run's tools and their ceilings. `secret` is above what any model is
 * cleared for; `internal` is above what any answer or call may carry.
 */
export const policyText = `
version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
  confidentiality: { chain: [public, internal, secret] }
onViolation: ask
models:
  '*': { main: untrusted & internal }
tools:
  read_vault:
    effect: read
    description: trusted
    result: { format: text, label: trusted & secret }
    call: { ceiling: untrusted & public }
  read_inbox:
    effect: read
    description: trusted
    result: { format: text, label: untrusted & internal }
    call: { ceiling: untrusted & public }
  read_records:
    effect: read
    description: trusted
    result:
      format: json
      label: trusted & secret
      shape: trusted & public
      rules:
        - { path: '$[*].name', label: trusted & public }
        - { path: '$[*].note', label: untrusted & internal }
    call: { ceiling: untrusted & public }
  look_up:
    effect: read
    description: trusted
    result: { format: text, label: trusted & public }
    call: { ceiling: untrusted & public }
  send_out:
    description: trusted
    result: { format: text, label: trusted & public }
    call: { ceiling: trusted & public }
answer: { ceiling: untrusted & public, withLinks: trusted & public }
`;

/** The same mistaken about its results: the run must find what it lets out. */
export const laxPolicyText: string = policyText.replaceAll(
  /label: (?:trusted & secret|untrusted & internal)/g,
  'label: trusted & public',
);

export const toolNames = [
  'read_vault',
  'read_inbox',
  'read_records',
  'look_up',
  'send_out',
] as const;

export type ToolName = (typeof toolNames)[number];

/**
 * Clients of two tenants; each tenant may tell its clients of refusals in another way. Under `log`
 * nothing is stopped.
 */
export const profileNames = ['hidden', 'text', 'error', 'strict', 'log'] as const;

/** A profile that no client has, whose guard an operator may suspend. */
export const spareProfile = 'spare';

const more: Readonly<Record<string, string>> = {
  hidden: 'refusals: hidden',
  text: 'refusals: text',
  error: 'refusals: error',
  strict: 'propagator: redact-all',
  log: 'mode: log',
  [spareProfile]: 'mode: enforce',
};

export function settingsText(url: string, hookUrl: string): string {
  const profiles = [...profileNames, spareProfile].map((name) => {
    const places = 'policy: sluice.yaml, openai: one, anthropic: two, gemini: three';
    const waits = 'waitJsonSeconds: 0, waitStreamSeconds: 0.02';
    return `  ${name}: { ${places}, ${waits}, ${more[name]} }`;
  });
  return `
listen: { port: 0 }
database: sluice.db
upstreams:
  one: { family: openai, baseUrl: '${url}/v1', keyFrom: PROVIDER_KEY }
  two: { family: anthropic, baseUrl: '${url}', keyFrom: PROVIDER_KEY }
  three: { family: gemini, baseUrl: '${url}', keyFrom: PROVIDER_KEY }
webhook: { url: '${hookUrl}', secretFrom: HOOK_SECRET }
profiles:
${profiles.join('\n')}
`;
}

import { materials, ownTool, toolNames } from './bodies.ts';

/**
 * All that is known is at most `untrusted`; what is unknown is above that. An answer or a call of
 * the highest label is stopped, and anything less passes.
 */
export function policyOf(): string {
  const tools = toolNames(materials()).map((name) => {
    const call = `call: { ceiling: ${name === ownTool ? 'untrusted' : 'unheard'} }`;
    const result = 'result: { format: text, label: untrusted }';
    return `  ${JSON.stringify(name)}: { description: trusted, ${result}, ${call} }`;
  });
  return `
version: 1
lattice:
  integrity: { chain: [trusted, untrusted, unheard] }
unlabelled: bottom
onViolation: block
tools:
${tools.join('\n')}
answer: { ceiling: untrusted }
`;
}

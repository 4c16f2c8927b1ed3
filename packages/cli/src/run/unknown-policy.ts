import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** For a program that nobody knows: whatever it does, a person is asked. */
const text = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
tools: {}
answer: { ceiling: untrusted }
`;

/** Writes it into the state folder, and gives its path. */
export function unknownPolicyFile(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'unknown-agent.yaml');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

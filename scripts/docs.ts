// `npm run docs`: fills the quoting blocks of the pages anew, draws the picture of a run, and writes
// the JSON Schema of policy files.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cliRequirements } from '../packages/cli/src/requirements.ts';
import { consoleTextRequirements } from '../packages/console/src/requirements.ts';
import { gatewayRequirements } from '../packages/gateway/src/requirements.ts';
import { researchRequirements } from '../research/src/requirements.ts';
import { localRequirements } from '../packages/local/src/requirements.ts';
import { runBenchKept } from '../research/src/command/kept.ts';
import { processTerminal } from '../packages/cli/src/terminal.ts';
import { policyJsonSchema } from '../packages/core/src/policy/read/policy-shape.ts';
import { requirements as coreRequirements } from '../packages/core/src/requirements.ts';
import { keptResults } from './kept.ts';
import { clientsPage, demoFigures, demoPicture, refresh } from './pages.ts';

const requirements = {
  ...cliRequirements,
  ...coreRequirements,
  ...consoleTextRequirements,
  ...gatewayRequirements,
  ...localRequirements,
  ...researchRequirements,
};

const root = path.join(import.meta.dirname, '..');
const readText = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const quoted = { requirements, readText, figures: demoFigures, kept: keptResults(root) };

for (const page of globSync('{*,docs/*}.md', { cwd: root }))
  writeFileSync(path.join(root, page), refresh(readText(page), quoted));
writeFileSync(path.join(root, 'docs/demo.svg'), demoPicture());
writeFileSync(path.join(root, 'docs/compatibility.md'), clientsPage());
const schema = `${JSON.stringify(policyJsonSchema(), null, 2)}\n`;
writeFileSync(path.join(root, 'packages/core/policy.schema.json'), schema);

// A page may quote a result of older code; it is said here, and an error before a release.
await runBenchKept({}, processTerminal());

// Runs before the command's package is packed: what it reads at run time and tsc does not copy.
import { cpSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const cli = path.join(root, 'packages/cli');

cpSync(path.join(root, 'policies'), path.join(cli, 'dist/policies'), { recursive: true });
cpSync(path.join(cli, 'src/demo/sluice.yaml'), path.join(cli, 'dist/demo/sluice.yaml'));

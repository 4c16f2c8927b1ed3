// Runs before the command's package is packed: the policies that it ships stand at the root.
import { cpSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

cpSync(path.join(root, 'policies'), path.join(root, 'packages/cli/dist/policies'), {
  recursive: true,
});

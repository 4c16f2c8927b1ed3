import { test } from 'vitest';
import { runCommand } from '../src/program.ts';
import { writeFileSync } from 'node:fs';
import { createColors } from 'picocolors';
test('x', async () => {
  const argv = JSON.parse(process.env['ARGV'] ?? '[]');
  let out = '';
  const code = await runCommand(argv, {
    warn: () => {}, print: (l = '') => {
      out += l + '\n';
    },
    colours: createColors(false),
    width: 120,
    interactive: false,
  });
  writeFileSync('/tmp/scratch/out.txt', out + `\nexit ${code}\n`);
});

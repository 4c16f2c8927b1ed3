import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mutants } from '../fuzz/mutants.ts';

const src = path.join(import.meta.dirname, '../src');

test.each(mutants.map(({ name, edits }) => [name, edits] as const))(
  'mutant %s changes text that stands once in the engine',
  (_, edits) => {
    for (const { file, find } of edits) {
      const text = readFileSync(path.join(src, file), 'utf8');
      expect(text.split(find)).toHaveLength(2);
    }
  },
);

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { sourceOf, toInstall } from '../../fuzz/proof/coq.ts';
import { mutants, mutated } from '../../fuzz/proof/mutants.ts';
import { tableFaults } from '../../fuzz/proof/table.ts';
import { proves } from '../testing/proves.ts';

proves('proof/table', () => {
  expect(tableFaults()).toEqual([]);
});

proves('proof/mutants-apply', () => {
  for (const mutant of mutants) {
    const source = sourceOf(mutant.file);
    const changed = mutated(source, mutant);
    expect(changed).not.toBe(source);
    expect(() => mutated(changed.replaceAll(mutant.from, ''), mutant)).toThrow('no place');
  }
  expect(mutants.length).toBeGreaterThanOrEqual(20);
});

proves('proof/says-what-to-type', () => {
  const main = path.join(import.meta.dirname, '../../fuzz/proof/main.ts');
  const { status, stderr } = spawnSync(process.execPath, ['--conditions=@sluice/source', main], {
    env: { PATH: '' },
    encoding: 'utf8',
  });
  expect(stderr).toContain(`Type: ${toInstall}`);
  expect(status).toBe(2);
});

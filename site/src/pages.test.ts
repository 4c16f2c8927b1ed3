import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { groups } from '../pages/.vitepress/groups.ts';

const root = path.join(import.meta.dirname, '../..');

test('each page of the docs stands in one group of the site, and no other does', () => {
  const docs = globSync('docs/*.md', { cwd: root }).map((file) => path.basename(file, '.md'));
  const listed = groups.flatMap(({ pages }) => pages.map(([name]) => name));
  const ofTheProject = ['security', 'contributing', 'changelog'];
  expect(listed.toSorted()).toEqual([...docs, ...ofTheProject].toSorted());
});

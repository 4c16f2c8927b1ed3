import { availableParallelism } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const conditions = ['@sluice/source', 'module', 'node', 'development|production'];
const long = '**/*.long.test.ts';
/** `npm test` leaves the long tests to `npm run test:all`; `npx vitest` runs all that it is asked for. */
const only = process.env['SLUICE_TESTS'];
const exclude = [...configDefaults.exclude, ...(only === 'short' ? [long] : [])];
const tests = (folder: string): string => `${folder}/**/*${only === 'long' ? '.long' : ''}.test.ts`;
const packages = ['core', 'console', 'mcp', 'gateway', 'local', 'mcp-conformance', 'cli'];
const folders = [...packages.map((name) => `packages/${name}`), 'research', 'site'];
const unit = folders.map((root) => ({
  extends: true as const,
  test: {
    name: path.basename(root),
    root,
    include: [tests('{src,playground}'), tests('test')],
    exclude,
    // Where nothing is kept between tests, a worker loads the engine once and not for each file.
    isolate: !['packages/core', 'research'].includes(root),
  },
}));

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: 'node',
    setupFiles: [path.join(import.meta.dirname, 'test/support/repeatable.ts')],
    // Half of the tests wait for servers and processes: on two cores, one worker leaves one idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      ...unit,
      {
        extends: true as const,
        test: { name: 'house', root: 'test', include: [tests('.')], exclude },
      },
    ],
  },
});

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const conditions = ['@sluice/source', 'module', 'node', 'development|production'];
const unit = ['core', 'gateway', 'lm', 'bench', 'cli'].map((name) => ({
  extends: true as const,
  test: { name, root: `packages/${name}`, include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
}));

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: 'node',
    // Half of the tests wait for servers and processes: on two cores, one worker leaves one idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      ...unit,
      { extends: true as const, test: { name: 'house', root: 'test', include: ['**/*.test.ts'] } },
    ],
  },
});

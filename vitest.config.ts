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
    projects: [
      ...unit,
      { extends: true as const, test: { name: 'house', root: 'test', include: ['**/*.test.ts'] } },
    ],
  },
});

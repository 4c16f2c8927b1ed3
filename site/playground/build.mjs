// Builds the playground into a folder of a site. Node 20 syntax.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(process.argv[2] ?? path.join(here, '../dist/playground'));

await build({
  root: path.join(here, 'src/page'),
  base: './',
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  resolve: { conditions: ['@sluice/source', 'module', 'browser', 'production'] },
  json: { namedExports: false, stringify: true },
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: false,
        entryFileNames: 'playground.js',
        assetFileNames: 'playground[extname]',
      },
    },
  },
});

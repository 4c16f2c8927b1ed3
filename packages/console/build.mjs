// Builds the console's page, where its sources changed since. Node 20 syntax: setup runs it.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.join(here, 'dist/web');
const stamp = path.join(here, 'dist/.web-stamp');

const wanted = stampOf();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) await build();

function stampOf() {
  const hash = createHash('sha256');
  const files = globSync('{src,package.json,build.mjs}{,/**/*.{ts,tsx,css,html}}', { cwd: here });
  for (const file of files.toSorted()) {
    if (!/\.(?:tsx?|css|html|mjs|json)$/.test(file)) continue;
    hash.update(`${file}\n`).update(readFileSync(path.join(here, file)));
  }
  return hash.digest('hex');
}

async function build() {
  const startMs = Date.now();
  const vite = await import('vite');
  await vite.build({
    root: path.join(here, 'src/page'),
    base: '/console/',
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { conditions: ['@sluice/source', 'module', 'browser', 'production'] },
    json: { namedExports: false, stringify: true },
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        // Of the engine, the page takes two functions.
        treeshake: { moduleSideEffects: (id) => !/\/(?:core\/src|zod)\//.test(id) },
        output: {
          codeSplitting: false,
          entryFileNames: 'console.js',
          assetFileNames: 'console[extname]',
        },
      },
    },
  });
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  console.error(`[setup] built the console in ${((Date.now() - startMs) / 1000).toFixed(1)} s`);
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkSite } from './check.ts';
import { assemble } from './pages.ts';
import { serveFolder } from './serve.ts';

const here = path.join(import.meta.dirname, '..');
const pages = path.join(here, 'pages');
const out = path.join(here, 'dist');

const help = `Builds the documentation as a site, with the playground, into site/dist.

  npm run site                    builds it
  npm run site -- --serve         builds it and shows it at http://127.0.0.1:4280
  npm run site -- --check --json  builds it, opens each page in Chromium, and says what it found
  npm run site -- --base /sluice/ for a site that does not stand at the root of its host`;

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
    base: { type: 'string', default: '/' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(help);
else await main();

async function main(): Promise<void> {
  build(values.base);
  if (values.check) {
    const { figures, findings } = await checkSite(out, values.base);
    for (const finding of findings) console.log(finding);
    if (values.json) console.log(JSON.stringify({ figures }));
    else console.table(figures);
    process.exitCode = findings.length === 0 ? 0 : 1;
  }
  if (values.serve) {
    const server = await serveFolder(out, { port: 4280, base: values.base });
    console.log(`The site: ${server.address}  (Ctrl-C ends it)`);
  }
}

function build(base: string): void {
  const vitepress = path.join(pages, 'node_modules/vitepress/bin/vitepress.js');
  if (!existsSync(vitepress)) {
    say('installing what renders the pages ...');
    const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
    run(['npm', 'ci', '--ignore-scripts', ...quietly], { cwd: pages });
  }
  const source = path.join(pages, '.source');
  assemble(source);
  say('rendering ...');
  run([process.execPath, vitepress, 'build', '.'], {
    cwd: pages,
    env: {
      SLUICE_SITE_SOURCE: source,
      SLUICE_SITE_OUT: out,
      SLUICE_SITE_CACHE: path.join(pages, '.cache'),
      SLUICE_SITE_BASE: base,
    },
  });
  run([process.execPath, path.join(here, 'playground/build.mjs'), path.join(out, 'playground')]);
  say(`built ${out}`);
}

function run(
  [command = '', ...args]: readonly string[],
  { cwd = here, env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): void {
  const { status } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', values.json ? 2 : 'inherit', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

function say(words: string): void {
  console.error(`[site] ${words}`);
}

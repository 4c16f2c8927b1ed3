import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { consoleFiles } from '@sluice/console';
import { type Browser, chromium, type Page } from 'playwright-core';
import { newSecret, secretHash } from '../src/store/secrets.ts';
import { startRig, until } from '../test/gateway/harness.ts';

/** `npm run bench:console`: how large and how fast the console is, and which flows work. */

const messagesCount = 5_000;
const regionsEach = 10;
/** Until what was read is laid out. */
const settleMs = 1_000;

const root = path.join(import.meta.dirname, '../../..');
const json = process.argv.includes('--json');
const browserPath = [process.env['SLUICE_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'];
const executablePath = browserPath.find((each) => each !== undefined && existsSync(each));

interface Figures {
  readonly [name: string]: number;
}

const script = consoleFiles().find(({ path: at }) => at.endsWith('.js'));
const scriptKb = gzipSync(script?.bytes ?? '', { level: 9 }).length / 1_000;
const browsed = executablePath === undefined ? {} : await browse(executablePath);
const figures: Figures = { 'console.scriptKb': round(scriptKb), ...browsed, ...flows() };
if (json) console.log(JSON.stringify({ figures }));
else
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(34)} ${value}`);
if (executablePath === undefined) console.error('no Chromium: apt-get install chromium');

async function browse(executable: string): Promise<Figures> {
  const rig = await startRig();
  const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] });
  try {
    const { url, store } = rig.gateway();
    const key = newSecret('operator');
    await store.credentials.add(
      {
        kind: 'operator',
        id: 'key_bench',
        name: 'Ann',
        tenant: 'acme',
        roles: ['viewer'],
        clearance: 'top',
        createdMs: 0,
        revokedMs: undefined,
      },
      secretHash(key),
    );
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    await page.goto(`${url}/console`);
    await page.getByLabel('Operator key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No question waits for you.').waitFor();
    await page.reload();
    await page.getByText('No question waits for you.').waitFor();
    const paint = `performance.getEntriesByName('first-contentful-paint')[0].startTime`;
    const firstPaintMs = await page.evaluate<number>(paint);
    return { 'console.firstPaint.ms': round(firstPaintMs), ...(await longRun(page, browser)) };
  } finally {
    await browser.close();
    await rig[Symbol.asyncDispose]();
  }
}

/** A run of 5,000 messages with 50,000 regions; the route's answer is made up, the page is not. */
async function longRun(page: Page, browser: Browser): Promise<Figures> {
  let served = 0;
  await page.route('**/api/runs/*/messages*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const from = Number(query.get('from') ?? 0);
    const length = Math.min(Number(query.get('limit') ?? 200), messagesCount - from);
    const messages = Array.from({ length }, (_, at) => messageAt(from + at));
    served += length;
    await route.fulfill({ json: { messages, total: messagesCount } });
  });
  await page.evaluate(`
    window.tasks = []; window.nodes = 0;
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => e.duration)))
      .observe({ entryTypes: ['longtask'] });
  `);
  const beganMs = performance.now();
  await page.evaluate(`location.hash = '#/runs/bench'`);
  await page.getByText(`${messagesCount} messages`).waitFor();
  await page.getByText('Region 9 of message 0').waitFor();
  const openMs = performance.now() - beganMs;
  await until(async () => (served === messagesCount ? true : undefined));
  await page.waitForTimeout(settleMs);
  await page.evaluate('tasks.length = 0');
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await page.evaluate(`new Promise((resolve) => {
    let steps = 0;
    const step = () => {
      scrollBy(0, 700);
      nodes = Math.max(nodes, document.getElementsByTagName('*').length);
      if (++steps < 240) requestAnimationFrame(step); else resolve();
    };
    step();
  })`);
  const longestCpuMs = longestTaskMs((await browser.stopTracing()).toString('utf8'));
  return {
    'console.open50kRegions.ms': round(openMs),
    'console.scroll.longTaskMs': round(await page.evaluate<number>('Math.max(0, ...tasks)')),
    'console.scroll.longTaskCpuMs': round(longestCpuMs),
    'console.scroll.nodesMax': await page.evaluate<number>('nodes'),
  };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time in microseconds: what other programs of the machine took is not in it. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The most CPU time that one task of the page's own thread took. */
function longestTaskMs(trace: string): number {
  const { traceEvents }: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(trace);
  const main = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const isMain = ({ pid, tid }: TraceEvent): boolean =>
    main.some((each) => each.pid === pid && each.tid === tid);
  const tasks = traceEvents.filter((each) => each.name === 'RunTask' && isMain(each));
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1_000));
}

function messageAt(index: number): object {
  const spans = Array.from({ length: regionsEach }, (_, at) => ({
    region: `m${index}.0.${at}`,
    label: at % 3 === 0 ? 'untrusted' : 'trusted',
    text: `Region ${at} of message ${index}, with some words of its own. `,
  }));
  return { index, role: index % 2 === 0 ? 'user' : 'tool', from: 'read_mail', spans, calls: [] };
}

/** The flows in a browser, as the tests run them. */
function flows(): Figures {
  const file = path.join(root, 'node_modules/.cache/sluice/console-flows.json');
  const names = ['flows', 'desk', 'without'];
  const own = names.map((name) => `packages/gateway/test/console/${name}.test.ts`);
  const where = [...own, 'packages/cli/test/demo-console.test.ts'];
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', ...where, '--reporter=json', `--outputFile=${file}`];
  spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' });
  const report: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
  const [passed, failed] = [Number(report['numPassedTests']), Number(report['numFailedTests'])];
  return { 'console.flows': passed + failed, 'console.flowsFailing': failed };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

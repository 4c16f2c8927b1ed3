import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type axeCore from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { serveFolder } from './serve.ts';

/** Bounds of the figures; what is above one is a finding. */
const scriptKbMax = 400;
const firstPaintMsMax = 1000;

export interface Checked {
  readonly figures: Readonly<Record<string, number>>;
  /** One line for each fault. */
  readonly findings: readonly string[];
}

/** Opens each page of a built site in a browser of this machine. */
export async function checkSite(folder: string, base: string): Promise<Checked> {
  const served = await serveFolder(folder, { port: 0, base });
  const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
  const findings: string[] = [];
  try {
    const pages = globSync('*.html', { cwd: folder, exclude: ['404.html'] }).toSorted();
    const looker = new Looker(browser, served.address, findings);
    for (const page of pages) await looker.look(page);
    const links = brokenLinks(folder, pages);
    findings.push(...links);
    const played = await looker.playground(folder);
    return {
      findings,
      figures: {
        'site.pages': pages.length,
        'site.brokenLinks': links.length,
        'site.axe.violations': looker.violations,
        'site.consoleErrors': looker.errors,
        'site.externalRequests': looker.external,
        ...played,
      },
    };
  } finally {
    await browser.close();
    served.server.close();
  }
}

function browserPath(): string {
  const found = [process.env['SLUICE_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'];
  const first = found.find((each) => each !== undefined && existsSync(each));
  if (first === undefined) {
    throw new Error('no Chromium: install one (`apt-get install chromium`) or set SLUICE_CHROMIUM');
  }
  return first;
}

declare global {
  /** In a page, after its script was run there. */
  var axe: typeof axeCore;
}

const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const looks = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 390 },
] as const;

const inAllLooks: ReadonlySet<string> = new Set(['index.html', 'concepts.html', 'policy.html']);

class Looker {
  violations = 0;
  errors = 0;
  external = 0;
  readonly #browser: Browser;
  readonly #address: string;
  readonly #findings: string[];

  constructor(browser: Browser, address: string, findings: string[]) {
    this.#browser = browser;
    this.#address = address;
    this.#findings = findings;
  }

  /** Pages share one frame: colours of the dark theme are looked at on some alone. */
  async look(name: string): Promise<void> {
    console.error(`[site] ${name}`);
    for (const look of looks) {
      const page = await this.#open(name, look);
      const where = `${name} (${look.theme}, ${look.width})`;
      if (look === looks[0] || inAllLooks.has(name)) await this.#judge(page, where);
      await this.#measure(page, where);
      await page.close();
    }
  }

  async playground(folder: string): Promise<Readonly<Record<string, number>>> {
    const script = readFileSync(path.join(folder, 'playground/playground.js'));
    const kb = gzipSync(script).length / 1000;
    const page = await this.#open('playground/', looks[0]);
    const paint = await firstPaintMs(page);
    const names = await page
      .locator('header select option')
      .evaluateAll((options) =>
        options.map((option) => (option instanceof HTMLOptionElement ? option.value : '')),
      );
    await page.close();
    for (const look of looks) await this.#examples(names, look);
    if (kb > scriptKbMax) this.#findings.push(`the playground's script has ${kb.toFixed(0)} kB`);
    if (!(paint <= firstPaintMsMax))
      this.#findings.push(`its first paint takes ${paint.toFixed(0)} ms`);
    return {
      'site.playground.scriptKb': Math.round(kb),
      'site.playground.firstPaintMs': Math.round(paint),
      'site.playground.examples': names.length,
    };
  }

  async #examples(names: readonly string[], look: (typeof looks)[number]): Promise<void> {
    const page = await this.#open('playground/', look);
    for (const name of names) {
      await page.locator('header select').selectOption(name);
      const before = await waiting(page);
      await page.getByRole('checkbox', { name: 'A stranger writes too' }).check();
      const after = await waiting(page);
      if (after <= before) this.#findings.push(`playground ${name}: its stranger is not held`);
      const where = `playground ${name} (${look.theme}, ${look.width})`;
      await this.#judge(page, where);
      await this.#measure(page, where);
    }
    await page.close();
  }

  async #open(name: string, { theme, width }: (typeof looks)[number]): Promise<Page> {
    const page = await this.#browser.newPage({
      colorScheme: theme,
      viewport: { width, height: 900 },
    });
    page.on('console', (message) => {
      if (message.type() === 'error') this.#wrong(`${name}: console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#wrong(`${name}: ${error.message}`));
    page.on('request', (request) => {
      if (/^(?:data|blob):/.test(request.url()) || request.url().startsWith(this.#address)) return;
      this.external += 1;
      this.#findings.push(`${name} asks for ${request.url()}`);
    });
    await page.goto(this.#address + name, { waitUntil: 'networkidle' });
    return page;
  }

  #wrong(finding: string): void {
    this.errors += 1;
    this.#findings.push(finding);
  }

  /** Rules of WCAG 2.2 AA that a program can tell. */
  async #judge(page: Page, name: string): Promise<void> {
    await page.evaluate(axeScript);
    const found = await page.evaluate(violationsIn);
    this.violations += found.length;
    this.#findings.push(...found.map((each) => `${name}: ${each}`));
  }

  /** Nothing but a table or code may be wider than the page. */
  async #measure(page: Page, name: string): Promise<void> {
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1,
    );
    if (isWide) this.#findings.push(`${name} is wider than its window`);
  }
}

/** How many calls wait for a person, once the scene has been played. */
async function waiting(page: Page): Promise<number> {
  await page.locator('.outcomes[aria-busy="false"] .counts').waitFor();
  return Number(await page.locator('.counts strong').nth(1).innerText());
}

/** Milliseconds from the request to the first text. */
async function firstPaintMs(page: Page): Promise<number> {
  const found = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  return (await found.jsonValue()) ?? Number.NaN;
}

/** Runs in the page. */
async function violationsIn(): Promise<readonly string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await globalThis.axe.run({ runOnly: { type: 'tag', values: tags } });
  return violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes[0]?.target)}`);
}

/** Links within the site whose page or place is not there. */
function brokenLinks(folder: string, pages: readonly string[]): readonly string[] {
  const texts = new Map(
    pages.map((page) => [page, readFileSync(path.join(folder, page), 'utf8')] as const),
  );
  return pages.flatMap((page) =>
    [...(texts.get(page) ?? '').matchAll(/href="([^"]+)"/g)].flatMap(([, href = '']) => {
      if (/^(?:https?|mailto|data):/.test(href)) return [];
      const [target = '', anchor = ''] = href.split('#');
      const file = fileOf(target === '' ? page : target.replace(/^\//, ''));
      if (!existsSync(path.join(folder, file))) return [`${page} links to ${href}: no such file`];
      const text = texts.get(file);
      const isThere = anchor === '' || text === undefined || hasPlace(text, anchor);
      return isThere ? [] : [`${page} links to ${href}: no such heading`];
    }),
  );
}

function fileOf(target: string): string {
  if (target === '' || target.endsWith('/')) return `${target}index.html`;
  return path.extname(target) === '' ? `${target}.html` : target;
}

function hasPlace(text: string, anchor: string): boolean {
  return text.includes(`id="${decodeURIComponent(anchor)}"`);
}

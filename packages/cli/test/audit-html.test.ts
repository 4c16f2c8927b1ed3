import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import vm from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pageScript } from '../src/audit/show/html/page.ts';
import { attacked, benign, calls, record, says, written } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

const hostile = '</script><img src=x onerror=alert(1)><!--';

async function report(records: Parameters<typeof written>[1]): Promise<string> {
  const file = written('runs.jsonl', records);
  const html = path.join(path.dirname(file), 'report.html');
  await sluice(['audit', file, '--html', html]);
  return readFileSync(html, 'utf8');
}

function archive(html: string, id: string): string {
  const data =
    new RegExp(`<script type="application/gzip" id="${id}">([^<]*)<`).exec(html)?.[1] ?? '';
  return gunzipSync(Buffer.from(data, 'base64')).toString('utf8');
}

describe('the report', () => {
  test('is one file that asks for nothing else', async () => {
    const html = await report([attacked(), benign()]);
    expect(html).not.toMatch(
      /(?:src|href)\s*=|@import|url\(|https?:\/\/(?!www\.w3\.org\/2000\/svg)/,
    );
    const policy = /content="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(policy).toMatch(/^default-src 'none';/);
    for (const name of ['script', 'style']) {
      const text = new RegExp(`<${name}>([^]*?)</${name}>`).exec(html)?.[1] ?? '';
      const hash = createHash('sha256').update(text).digest('base64');
      expect(text).not.toBe('');
      expect(policy).toContain(`${name}-src 'sha256-${hash}'`);
    }
  });

  test('holds a time line for each run and propagator', async () => {
    const html = await report([attacked(), benign()]);
    const index = JSON.parse(archive(html, 'index'));
    expect(index.rows).toHaveLength(2);
    expect(index.rows[0]).toMatchObject({ verdicts: ['contained', 'contained'], pack: 0, at: 0 });
    expect(index.rows[1]).toMatchObject({ verdicts: ['interrupted', 'interrupted'], at: 1 });
    const [first] = JSON.parse(archive(html, 'pack-0'));
    expect(first[0].propagator).toBe('lineage');
    const [, , read, file, pay] = first[0].timeLine;
    expect(read.calls[0]).toMatchObject({ tool: 'read_file', verdict: 'allow' });
    expect(file.labels).toEqual([
      { label: 'untrusted', worth: 'untrusted', size: expect.any(Number) },
    ]);
    expect(pay.calls[0]).toMatchObject({ tool: 'send_money', verdict: 'ask', label: 'untrusted' });
    expect(pay.calls[0].paths[0]).toContain('/recipient <- read_file');
  });

  test('lets no text of strangers into its own markup', async () => {
    const html = await report([
      record(
        [
          says('user', hostile),
          ...calls('read_file', { file_path: hostile }, hostile),
          says('assistant', hostile),
        ],
        { pipeline_name: hostile, suite_name: 'banking' },
      ),
    ]);
    expect(html).not.toContain('onerror');
    expect(archive(html, 'pack-0')).toContain('onerror');
    expect(archive(html, 'index')).toContain('onerror');
  });

  test('cannot be written to a folder that is not there', async () => {
    const file = written('runs.jsonl', [benign()]);
    const ran = await sluice(['audit', file, '--html', '/nowhere/at/all/report.html']);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain('cannot write');
  });
});

/** For text that is unpacked first. */
const patience = { timeout: 100_000 };

describe('the page', () => {
  test('puts text into the document as text alone', () => {
    expect(pageScript).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b/);
  });

  test('draws the runs that the filters leave, and opens one', async () => {
    const html = await report([attacked(), benign(), benign()]);
    const page = await loaded(html);
    expect(page.text()).toContain('3 runs; 1 attacks had succeeded');
    const rows = page.all('row');
    expect(rows).toHaveLength(3);
    rows[0]?.listeners.get('click')?.({});
    await expect.poll(page.text, patience).toContain('send_money');
    expect(page.text()).toContain('ask (send_money) at untrusted');
  });
});

/** As much of a document as the page uses. */
class FakeElement {
  readonly children: (FakeElement | string)[] = [];
  readonly listeners = new Map<string, (event: unknown) => void>();
  readonly style: Record<string, string> = {};
  className = '';
  id = '';
  value = '';
  #text = '';
  parent: FakeElement | undefined;

  append(...children: readonly (FakeElement | string)[]): void {
    for (const child of children) if (typeof child !== 'string') child.parent = this;
    this.children.push(...children);
  }
  replaceChildren(...children: readonly (FakeElement | string)[]): void {
    this.children.length = 0;
    this.append(...children);
  }
  after(child: FakeElement): void {
    const siblings = this.parent?.children ?? [];
    siblings.splice(siblings.indexOf(this) + 1, 0, child);
  }
  setAttribute(): void {}
  addEventListener(name: string, listener: (event: unknown) => void): void {
    this.listeners.set(name, listener);
  }
  get nextElementSibling(): null {
    return null;
  }
  get textContent(): string {
    const inner = this.children.map((one) => (typeof one === 'string' ? one : one.textContent));
    return [this.#text, ...inner].join(' ');
  }
  set textContent(text: string) {
    this.#text = text;
  }
  find(className: string): readonly FakeElement[] {
    const own = this.className === className ? [this] : [];
    const inner = this.children.flatMap((one) =>
      typeof one === 'string' ? [] : one.find(className),
    );
    return [...own, ...inner];
  }
}

async function loaded(html: string) {
  const main = new FakeElement();
  const known = new Map([['main', main]]);
  for (const [, id = '', data = ''] of html.matchAll(/gzip" id="([^"]+)">([^<]*)</g)) {
    const block = new FakeElement();
    block.textContent = data;
    known.set(id, block);
  }
  const document = {
    createElement: () => new FakeElement(),
    createElementNS: () => new FakeElement(),
    getElementById: (id: string) => known.get(id) ?? null,
    addEventListener: () => {},
  };
  class Option extends FakeElement {}
  const web = { atob, Blob, DecompressionStream, Response, Uint8Array };
  vm.runInNewContext(pageScript, { document, Option, ...web });
  await expect.poll(() => main.textContent, patience).not.toBe('');
  return { text: () => main.textContent, all: (name: string) => main.find(name) };
}

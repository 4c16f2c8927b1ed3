/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { NameColumn, ReportIndex } from '../page-data.ts';
import type * as plain from '../plain.ts';

declare const printable: typeof plain.printable;

// Each function of this folder runs in the browser: its text goes into the page. So none may use
// anything but the functions in `script.ts`: one of another file is declared, not imported. Text
// reaches the page as text nodes alone.

export function element(
  name: string,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  for (const child of children) made.append(typeof child === 'string' ? printable(child) : child);
  return made;
}

export function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', onClick);
  return made;
}

export function readIndex(): ReportIndex | undefined {
  const value: unknown = JSON.parse(document.getElementById('index')?.textContent ?? 'null');
  return isIndex(value) ? value : undefined;
}

export function isIndex(value: unknown): value is ReportIndex {
  return typeof value === 'object' && value !== null && 'named' in value;
}

export function nameAt(index: ReportIndex, column: NameColumn, at: number): string {
  return index.names[index.named[column][at] ?? -1] ?? '';
}

export async function unpack(id: string): Promise<unknown> {
  const packed = atob(document.getElementById(id)?.textContent ?? '');
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}

import type { IncomingHttpHeaders } from 'node:http';
import { hostname, release, userInfo } from 'node:os';
import type { Place } from '../agents/agent.ts';

/** Longer texts are a vendor's own: their beginning tells what they are. */
const charactersMax = 200;

/** Headers of the connection, which tell nothing of the agent. */
const leftOut = new Set(['host', 'connection', 'content-length', 'accept-encoding']);
const keys = new Set(['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']);

/** Takes out of requests what tells of a machine, a day or a person; the same again each time. */
export class Scrub {
  readonly #places: readonly (readonly [string, string])[];
  readonly #ids: Map<string, string> = new Map();

  constructor({ home, work, url, key }: Place) {
    const user = userInfo().username;
    this.#places = [
      [work, '/home/user/work'],
      [home, '/home/user'],
      // As a name of a folder, the way some agents write a path.
      [work.replaceAll(/[/.]/g, '-'), '-home-user-work'],
      [url, 'http://provider'],
      [new URL(url).host, 'provider'],
      [key, 'KEY'],
      [release(), '6.0'],
      [hostname(), 'machine'],
      ...(user.length > 4 ? ([[user, 'user']] as const) : []),
    ];
  }

  headers(headers: IncomingHttpHeaders): Record<string, string> {
    const scrubbed: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) {
      if (leftOut.has(name)) continue;
      const text = this.#text(String(value));
      scrubbed[name] = keys.has(name) ? text.replace(/[^ ]+$/, 'KEY') : text;
    }
    return scrubbed;
  }

  /** Names and structure stay. */
  body(body: object): Record<string, unknown> {
    const scrubbed: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(body)) {
      scrubbed[this.#text(name)] = this.#value(value);
    }
    return scrubbed;
  }

  #value(value: unknown): unknown {
    if (typeof value === 'string') return this.#short(this.#text(value));
    if (typeof value === 'number') return value > 1e12 ? 1_700_000_000_000 : value;
    if (Array.isArray(value)) return value.map((each) => this.#value(each));
    return typeof value === 'object' && value !== null ? this.body(value) : value;
  }

  #text(text: string): string {
    const placed = this.#places.reduce((so, [from, to]) => so.replaceAll(from, to), text);
    return placed
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, (id) => this.#uuid(id))
      .replaceAll(/\b[0-9a-f]{32,}\b/gi, (id) => this.#hex(id))
      .replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+Z?/g, '2026-01-01T00:00:00Z')
      .replaceAll(/(date[^\n]{0,12}?|>)20\d\d-\d\d-\d\d/gi, '$12026-01-01')
      .replaceAll(/\b1[6-9]\d{11}\b/g, '1700000000000')
      .replaceAll(/\b1[6-9]\d{8}\.\d+\b/g, '1700000000.0');
  }

  /** JSON inside of text, such as metadata and arguments, stays whole: it would else be none. */
  #short(text: string): string {
    if (text.length <= charactersMax || isJson(text) || text.startsWith('data:')) return text;
    return `${text.slice(0, charactersMax)}…`;
  }

  #uuid(id: string): string {
    const count = String(this.#count(id)).padStart(12, '0');
    return `00000000-0000-4000-8000-${count}`;
  }

  #hex(id: string): string {
    return String(this.#count(id)).padStart(id.length, '0');
  }

  #count(id: string): number {
    const known = this.#ids.get(id) ?? String(this.#ids.size + 1);
    this.#ids.set(id, known);
    return Number(known);
  }
}

function isJson(text: string): boolean {
  if (!/^[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

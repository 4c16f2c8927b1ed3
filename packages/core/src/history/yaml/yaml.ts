import { CST } from 'yaml';
import {
  childOf,
  NodeBudget,
  pathBelow,
  reading,
  segmentOf,
  setOwn,
  Unreadable,
} from '../document.ts';
import { InexactNumber, readNumber } from '../json/exact-number.ts';
import type { DocumentNode, StructuredText } from '../structured.ts';
import { blockItems, flowItems, isMapping, type YamlItem } from './yaml-items.ts';
import { yamlDocument } from './yaml-tokens.ts';

/**
 * Reads one YAML 1.2 document (core schema) without aliases, anchors, tags, comments or unusual
 * keys, with the source range of every value. Never throws.
 */
export function parseYaml(text: string): StructuredText {
  return reading(() => {
    const { token, value } = yamlDocument(text);
    const place: YamlNode = {
      start: 0,
      end: withoutLastBreak(text),
      path: '$',
      key: undefined,
      keyStart: -1,
      keyEnd: -1,
      value,
    };
    const root = new YamlReader(text).read(token, place);
    if (root.kind === 'scalar') throw new Unreadable('not-a-container', 0);
    return { ...root, end: text.length };
  });
}

/** Where a value stands, and its JavaScript value: everything but its inner structure. */
interface YamlNode {
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly key: string | number | undefined;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: unknown;
}

const noKey = { start: -1, end: -1 };

class YamlReader {
  readonly #text: string;
  readonly #budget = new NodeBudget();

  constructor(text: string) {
    this.#text = text;
  }

  read(token: CST.Token | undefined, place: YamlNode): DocumentNode {
    this.#budget.take(place.start);
    if (token === undefined || CST.isScalar(token)) {
      const value = scalarOf(token, place.value);
      return { kind: 'scalar', ...place, value, form: 'scalar', children: [] };
    }
    if (!CST.isCollection(token)) throw new Unreadable('syntax', place.start);
    const kind = isMapping(token) ? 'mapping' : 'sequence';
    return token.type === 'flow-collection'
      ? this.#container(kind, place, flowItems(token))
      : this.#container(kind, place, blockItems(this.#text, token, place.end));
  }

  #container(
    kind: 'mapping' | 'sequence',
    place: YamlNode,
    items: readonly YamlItem[],
  ): DocumentNode {
    const keys = new Set<string>();
    const children = items.map(({ key, token, start, end }, index) => {
      if (key !== undefined) addKey(keys, key.text, { place, start });
      const step = key?.text ?? index;
      const path = pathBelow(place.path, segmentOf(step));
      const value = childOf(place.value, step);
      const { start: keyStart, end: keyEnd } = key ?? noKey;
      const child = this.read(token, { start, end, path, key: step, keyStart, keyEnd, value });
      if (child.value instanceof InexactNumber && typeof place.value === 'object') {
        setOwn(place.value ?? {}, step, child.value);
      }
      return child;
    });
    return { kind, ...place, form: 'container', children };
  }
}

function scalarOf(token: CST.Token | undefined, value: unknown): unknown {
  if (typeof value !== 'number' || token === undefined || !('source' in token)) return value;
  return readNumber(token.source, { start: 0, end: token.source.length, value });
}

/** A key that the schema reads as another one (`0x1`, `1.0`, `null`) would not be found again. */
function addKey(keys: Set<string>, key: string, at: { place: YamlNode; start: number }): void {
  if (keys.has(key)) throw new Unreadable('duplicate-keys', at.start);
  const { value } = at.place;
  const known = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  if (!known) throw new Unreadable('unusual-syntax', at.start);
  keys.add(key);
}

function withoutLastBreak(text: string): number {
  if (text.endsWith('\r\n')) return text.length - 2;
  return text.endsWith('\n') ? text.length - 1 : text.length;
}

import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from '../protocol/errors.ts';
import type { Front } from '../protocol/protocol.ts';
import { wordForm, type Address, type Route } from '../protocol/route.ts';

interface Listed {
  readonly front: Front;
  readonly route: Route;
}

/** A request's route, and the address as that reads it. */
export interface FoundRoute extends Listed {
  readonly at: Address;
}

/** Finds the front and the route of an address. What no front lists is refused. */
export class Routes {
  readonly #listed: readonly Listed[];
  readonly #plain: Map<string, readonly Listed[]> = new Map();
  readonly #withWords: { readonly pattern: RegExp; readonly listed: Listed }[] = [];
  readonly #first: Front;

  /** `first`: in whose words an address is refused that is nobody's. */
  constructor([first, ...others]: readonly [Front, ...Front[]]) {
    this.#first = first;
    this.#listed = [first, ...others].flatMap((front) =>
      front.routes.map((route) => ({ front, route })),
    );
    for (const listed of this.#listed) {
      const { path } = listed.route;
      if (path.includes('{')) this.#withWords.push({ pattern: patternOf(listed.route), listed });
      else this.#plain.set(path, [...(this.#plain.get(path) ?? []), listed]);
    }
    // Of two that an address fits, the one that says more of it is meant.
    this.#withWords.sort((a, b) => literalIn(b.listed.route) - literalIn(a.listed.route));
  }

  find(url: string, headers: IncomingHttpHeaders): FoundRoute | undefined {
    const { path, search } = partsOf(url);
    const plain = this.#plain.get(path);
    if (plain !== undefined) return at(listedFor(plain, headers), { words: {}, search });
    const matched = this.#withWords.flatMap(({ pattern, listed }) => {
      const match = pattern.exec(path);
      return match === null ? [] : [{ listed, words: { ...match.groups } }];
    });
    const found = listedFor(
      matched.map(({ listed }) => listed),
      headers,
    );
    const words = matched.find(({ listed }) => listed === found)?.words ?? {};
    return at(found, { words, search });
  }

  /** In whose words an address without a route is refused: who has one that begins like it. */
  nearest(url: string): Front {
    const { path } = partsOf(url);
    return this.#listed.find(({ route }) => path.startsWith(below(route)))?.front ?? this.#first;
  }

  /** A base URL that is spelled otherwise is the usual cause; the path itself is not repeated. */
  unknown(url: string): RequestError {
    const [, base = '', next = ''] = partsOf(url).path.split('/');
    const bases = this.#listed.map(({ route }) => route.path.split('/')[1] ?? '');
    const isBase = bases.includes(base);
    return new RequestError('unknown_route', 'the gateway has no such route', {
      hint:
        isBase && next !== base
          ? `use ${this.#names()}`
          : `\`/${isBase ? base : bases[0]}\` is ${isBase ? 'twice in' : 'missing from'} the base URL`,
    });
  }

  /** Of each front the first address of a kind: others are spelled alike. */
  #names(): string {
    const served = (service: string): readonly string[] => {
      const serving = this.#listed.filter(({ route }) => serves(route, service));
      const first = serving.filter(({ front }, index) => {
        return serving.findIndex((other) => other.front === front) === index;
      });
      return first.map(({ route }) => route.path);
    };
    const names = [...new Set([...served('answer'), ...served('models')])];
    return `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
  }
}

function serves({ methods }: Route, service: string): boolean {
  return Object.values(methods).some((each) => each === service);
}

function partsOf(url: string): { readonly path: string; readonly search: string } {
  const end = url.indexOf('?');
  return end === -1
    ? { path: url, search: '' }
    : { path: url.slice(0, end), search: url.slice(end) };
}

function listedFor(listed: readonly Listed[], headers: IncomingHttpHeaders): Listed | undefined {
  const own = listed.find(({ route }) => route.isFor?.(headers) === true);
  return own ?? listed.find(({ route }) => route.isFor === undefined);
}

function at(listed: Listed | undefined, address: Omit<Address, 'route'>): FoundRoute | undefined {
  return listed && { ...listed, at: { route: listed.route.path, ...address } };
}

/** All of a path that every address of a route has, and no shorter one. */
function below({ path }: Route): string {
  const [start = path, ...words] = path.split('{');
  return words.length === 0 ? `${path}/` : start;
}

/** Characters of a path that no word of a client's stands for. */
function literalIn({ path }: Route): number {
  return path.replaceAll(/\{\w+\}/g, '').length;
}

function patternOf({ path, wordForms = {} }: Route): RegExp {
  const parts = path.split(/\{(\w+)\}/).map((part, index) => {
    const form = Object.hasOwn(wordForms, part) ? wordForms[part] : undefined;
    return index % 2 === 0
      ? part.replaceAll(/[^\w/:-]/g, String.raw`\$&`)
      : `(?<${part}>${form ?? wordForm})`;
  });
  return new RegExp(`^${parts.join('')}$`);
}

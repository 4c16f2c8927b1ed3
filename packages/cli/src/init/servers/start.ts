import { fieldsOf, textsOf } from '../../json.ts';

/** How a configuration says that a server is started or reached. */
export type ServerStart =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'url';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

/** Reads an entry of a client's configuration; `undefined` where it says neither. */
export function startOf(entry: unknown): ServerStart | undefined {
  const { command, args, env, url, headers } = fieldsOf(entry);
  if (typeof command === 'string') {
    return { kind: 'command', command, args: textsOf(args), env: textsIn(env) };
  }
  if (typeof url !== 'string') return undefined;
  return { kind: 'url', url, headers: textsIn(headers) };
}

function textsIn(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fieldsOf(value)).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text]] : [],
    ),
  );
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Puts the values of `${NAME}`, `${env:NAME}` and `${NAME:-default}` in, as clients do. Says which
 * names have no value; other forms, such as `${input:key}`, have none, and what is no name is not
 * repeated.
 */
export function expanded(
  start: ServerStart,
  env: Environment,
): {
  readonly start: ServerStart;
  readonly missing: readonly string[];
} {
  const missing = new Set<string>();
  const fill = (text: string): string =>
    text.replaceAll(/\$\{([^}]*)\}/g, (whole, inner: string) => {
      const [, name = '', preset] = /^(?:env:)?(\w+)(?::-(.*))?$/.exec(inner) ?? [];
      const value = env[name] ?? preset;
      if (value === undefined) missing.add(/^(?:\w+:)?\w+$/.test(inner) ? inner : '${...}');
      return value ?? whole;
    });
  const fillAll = (texts: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
  const filled: ServerStart =
    start.kind === 'command'
      ? {
          kind: 'command',
          command: fill(start.command),
          args: start.args.map(fill),
          env: fillAll(start.env),
        }
      : { kind: 'url', url: fill(start.url), headers: fillAll(start.headers) };
  return { start: filled, missing: [...missing] };
}

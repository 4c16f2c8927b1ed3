import { versionOf } from '../era.ts';
import { textIn } from '../fields.ts';
import { type Message, read } from '../message.ts';

const nameKeys: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** The headers in which `2026-07-28` repeats parts of a body. */
export function routing(message: Message): Record<string, string> {
  const said = read(message);
  if (said.kind !== 'request' && said.kind !== 'notification') return {};
  const { method, params } = said;
  const version = versionOf(params);
  if (version === undefined) return {};
  const key = nameKeys.get(method);
  const name = key === undefined ? undefined : textIn(params[key]);
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': encoded(name) }),
  };
}

const ofArgument = 'mcp-param-';

const plain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const base64 = /^=\?base64\?(?<value>.*)\?=$/;

function encoded(value: string): string {
  const isPlain = plain.test(value) && !base64.test(value);
  return isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

function decoded(header: string): string {
  const value = base64.exec(header)?.groups?.['value'];
  return value === undefined ? header : Buffer.from(value, 'base64').toString();
}

type Header = (name: string) => string | undefined;

/**
 * Says which header of a request says something else than its body, or is missing. Somebody before
 * the proxy may have let it pass by its headers alone.
 */
export function disagreement(message: Message, header: Header): string | undefined {
  const wanted = routing(message);
  const names = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];
  return names.find((name) => {
    const [said, meant] = [header(name), wanted[name]];
    if (meant === undefined) return name === 'mcp-name' && said !== undefined;
    return said === undefined || decoded(said) !== decoded(meant);
  });
}

/** Headers of a client that go on to the server: none that holds a credential. */
export function passedOn(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && isPassed(name) ? [[name, value]] : [],
    ),
  );
}

function isPassed(name: string): boolean {
  return name.startsWith(ofArgument) || name === 'last-event-id' || name === 'traceparent';
}

/** Those headers that repeat an argument of the call: others could carry any words. */
export function passedChecked(
  headers: Readonly<Record<string, unknown>>,
  message: Message,
): Record<string, string> {
  const said = read(message);
  const words = said.kind === 'request' ? wordsIn(said.params['arguments']) : [];
  return Object.fromEntries(
    Object.entries(passedOn(headers)).filter(
      ([name, value]) => !name.startsWith(ofArgument) || words.includes(decoded(value)),
    ),
  );
}

/** Texts, numbers and truth values, as a header has them. */
function wordsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(wordsIn);
  return [String(value)];
}

import { at, isFields, messageOf } from '../../src/wire/message.ts';
import type { MakeBreakage } from '../try.ts';
import {
  cut,
  errorFor,
  everywhere,
  gone,
  inside,
  instead,
  strings,
  toClient,
  toServer,
} from './support.ts';

type Table = Readonly<Record<string, MakeBreakage>>;

const toolArguments = ['params', 'arguments'];
const content = ['result', 'content'];
const hugeCharacters = 500_000;

/** Drops items of a type, or with a field. */
function without(isOut: (item: unknown) => boolean): MakeBreakage {
  return () => toClient(inside([...content, '*'], (item) => (isOut(item) ? gone : item)));
}

function inItems(...path: readonly string[]): MakeBreakage {
  return () => toClient(cut(...content, '*', ...path));
}

export const ofRequests: Table = {
  'requests/nested-arguments': () =>
    toServer(inside([...toolArguments, 'a'], (value) => JSON.stringify(value))),
  'requests/unknown-param': () => toServer(cut('params', 'task')),
  'requests/null-and-empty': () =>
    toServer(
      inside(
        toolArguments,
        everywhere((value) => (value === null ? gone : value)),
      ),
    ),
  'requests/unicode': () =>
    toServer(
      inside(
        toolArguments,
        strings((text) => text.normalize('NFC')),
      ),
    ),
  'requests/fractions': () =>
    toServer(
      inside(
        toolArguments,
        everywhere((value) => (typeof value === 'number' ? Number(value.toFixed(1)) : value)),
      ),
    ),
  'requests/number-as-text': () =>
    toServer(
      inside(
        toolArguments,
        strings((text) => (/^\d+$/.test(text) ? Number(text) : text)),
      ),
    ),
  'requests/odd-keys': () => ({
    request: (request) => ({
      ...request,
      body: request.body.replace('"__proto__":{"a":1},', ''),
    }),
  }),
  'requests/big': () => ({
    request: (request) => (request.body.length > hugeCharacters ? { status: 413 } : request),
  }),
  'requests/meta': () => toServer(cut('params', '_meta', 'com.example/cost')),
  'requests/unknown-method': () =>
    instead('com.example/look', (request) => errorFor(request, -32_601)),
  'requests/id-type': () => toClient(inside(['id'], (id) => (id === 0 ? null : id))),
  'requests/tool-name': () =>
    toServer(inside(['params', 'name'], (name) => String(name).toLowerCase())),
  'requests/big-number': () => toServer((value) => value),
};

export const ofResults: Table = {
  'results/unknown-field': () => toClient(cut('result', 'com.example-extra')),
  'results/unknown-item-field': inItems('extra'),
  'results/empty': () =>
    toClient(
      inside(['result'], (result) =>
        Object.keys(isFields(result) ? result : {}).includes('structuredContent')
          ? result
          : inside(['content'], (items) =>
              Array.isArray(items) && items.length === 0 ? [{ type: 'text', text: '' }] : items,
            )(result),
      ),
    ),
  'results/text': inItems('annotations'),
  'results/image': inItems('mimeType'),
  'results/audio': without((item) => at(item, 'type') === 'audio'),
  'results/resource-link': () =>
    toClient(inside([...content, '*', 'uri'], (uri) => new URL(String(uri)).href)),
  'results/embedded-resource': inItems('resource', 'blob'),
  'results/unknown-content-type': without((item) => at(item, 'vertices') !== undefined),
  'results/structured': () => toClient(cut('result', 'structuredContent', 'rows')),
  'results/error-flag': () => toClient(cut('result', 'isError')),
  'results/order': () =>
    toClient(
      inside(content, (items) =>
        Array.isArray(items)
          ? items.toSorted((a, b) => String(at(a, 'text')).localeCompare(String(at(b, 'text'))))
          : items,
      ),
    ),
  'results/meta': () => toClient(cut('result', '_meta', 'com.example/label')),
  'results/item-meta': inItems('_meta'),
  'results/null-and-false': () =>
    toClient(
      inside(
        ['result', 'structuredContent'],
        everywhere((value) => (value === null ? gone : value)),
      ),
    ),
  'results/unicode': () =>
    toClient(
      inside(
        content,
        strings((text) => text.normalize('NFC')),
      ),
    ),
  'results/fractions': () =>
    toClient(
      inside(
        ['result', 'structuredContent'],
        everywhere((value) => (typeof value === 'number' ? Number(value.toFixed(3)) : value)),
      ),
    ),
  'results/big-number': () => toClient((value) => value, 'tools/call'),
  'results/five-megabytes': () => ({
    message: (text, request) => [
      text.length > hugeCharacters ? (errorFor(request, -32_603).body ?? '') : text,
    ],
  }),
};

export const ofErrors: Table = {
  'errors/own-code': () =>
    toClient(inside(['error', 'code'], (code) => (code === 1234 ? -32_603 : code))),
  'errors/data': () => toClient(cut('error', 'data', 'retryAfterMs')),
  'errors/message': () =>
    toClient(
      inside(['error', 'message'], (text) =>
        typeof text === 'string' ? text.replaceAll(/[^ -~]/g, '?') : text,
      ),
    ),
  'errors/needs-url': () => ({
    message: (text) => {
      const error = at(messageOf(text)?.fields, 'error');
      if (at(error, 'code') !== -32_042) return [text];
      const result = { content: [], isError: true };
      return [JSON.stringify({ jsonrpc: '2.0', id: at(messageOf(text)?.fields, 'id'), result })];
    },
  }),
  'errors/missing-capability': () => toClient(cut('error', 'data', 'requiredCapabilities')),
  'errors/unknown-method': () =>
    toClient(inside(['error', 'code'], (code) => (code === -32_601 ? -32_603 : code))),
};

export const ofFeatures: Table = {
  'features/tool-fields': () => toClient(cut('result', 'tools', '*', 'icons')),
  'features/cursor': () => toClient(cut('result', 'nextCursor')),
  'features/resource': () =>
    toClient(inside(['result', 'contents', '*', 'uri'], (uri) => new URL(String(uri)).href)),
  'features/templates': () =>
    toClient(
      inside(['result', 'resourceTemplates', '*', 'uriTemplate'], (uri) => encodeURI(String(uri))),
    ),
  'features/prompt': () =>
    toClient(
      inside(['result', 'messages', '*'], (message) =>
        at(message, 'role') === 'assistant' ? gone : message,
      ),
    ),
  'features/prompt-list': () =>
    toClient(cut('result', 'prompts', '*', 'arguments', '*', 'required')),
  'features/completion': () => toServer(cut('params', 'context'), 'completion/complete'),
};

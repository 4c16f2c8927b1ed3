import type { PlainMessage } from '@sluice/core';
import type { ClientRequest } from '../../protocol.ts';
import {
  booleanField,
  fieldsOf,
  invalidField,
  isRecord,
  itemField,
  listField,
  stringField,
  type Fields,
  type FieldTable,
} from '../../shared/fields.ts';
import { Place } from '../../shared/place.ts';
import { withCarried, MarkerCollector } from './carried.ts';
import { numberOf } from '../../shared/json.ts';
import { isBlank, readParts } from './read-blocks.ts';
import { readMessages } from './read-messages.ts';
import { readTools } from './read-tools.ts';
import { bodyFields, inertObjects } from '../tables.ts';

/** A body of `POST /v1/messages`. Throws `RequestError` for what is not in the tables. */
export function readRequest(body: unknown): ClientRequest {
  const request = readBody(body);
  if (numberOf(request.params['max_tokens']) !== undefined) return request;
  const hint = 'say how many tokens the answer may have';
  throw invalidField(Place.body().field('max_tokens'), 'is missing', hint);
}

/** The same without the length of the answer, which a request that counts tokens does not have. */
export function readBody(body: unknown): ClientRequest {
  const fields = fieldsOf(body, bodyFields, Place.body());
  const markers = new MarkerCollector();
  const { tools, inert, hosted } = readTools(listField(fields, 'tools'), markers);
  const system = readSystem(fields, markers);
  const messages = readMessages(fields, { place: 'messages', markers });
  // The provider would put this marker on the last block, where we put those of the messages.
  markers.collect('messages', fields);
  const objects = readInertObjects(fields);
  return {
    model: stringField(fields, 'model'),
    messages: [...system, ...messages],
    tools,
    custom: new Set(),
    callable: callableBy(objects['tool_choice']),
    ...(hosted.size > 0 && { hosted }),
    stream: booleanField(fields, 'stream'),
    structured: isStructured(fields),
    params: withCarried(
      { ...fields.inert, ...objects },
      { markers: markers.markers, tools: inert },
    ),
    previous: undefined,
    report: fields.at.report,
  };
}

/** All of `system` is one message, in as many parts as it has blocks. */
function readSystem(fields: Fields, markers: MarkerCollector): readonly PlainMessage[] {
  const item = itemField(fields, 'system');
  if (item.value === undefined) return [];
  const parts = readParts(item, { place: 'system', markers });
  const said = parts.filter((part) => !isBlank(part));
  return said.length === 0 ? [] : [{ role: 'system', parts: said }];
}

/** The names of the tools that a choice lets a model call; `undefined`: of all declared. */
function callableBy(choice: unknown): ReadonlySet<string> | undefined {
  if (!isRecord(choice) || choice['type'] === 'auto' || choice['type'] === 'any') return undefined;
  const { type, name } = choice;
  return new Set(type === 'tool' && typeof name === 'string' ? [name] : []);
}

function readInertObjects(fields: Fields): Readonly<Record<string, unknown>> {
  const read = Object.entries(inertObjects).flatMap(([name, table]): [string, unknown][] => {
    const { value, at } = itemField(fields, name);
    return value === undefined ? [] : [[name, checked(value, table, at)]];
  });
  return Object.fromEntries(read);
}

function checked(value: unknown, table: FieldTable, at: Place): unknown {
  fieldsOf(value, table, at);
  return value;
}

/** True if the answer must be JSON. Any format counts, since text alone has none. */
function isStructured(fields: Fields): boolean {
  if (fields.read.has('output_format')) return true;
  const { value } = itemField(fields, 'output_config');
  return isRecord(value) && (value['format'] ?? undefined) !== undefined;
}

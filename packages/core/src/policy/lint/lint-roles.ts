import { isRecord } from '../../history/document.ts';
import type { PlainTool } from '../../history/plain.ts';
import type { CompiledPolicy } from '../compile/compile.ts';
import { storesIn } from '../compile/compile-data.ts';
import { writtenStores } from '../compile/compile-stores.ts';
import { warning, type Location, type Warning } from '../problem.ts';
import type { CallSource, PolicySource } from '../source.ts';
import { wordsIn } from './write-words.ts';

/** Words of arguments that some interpreter acts on: whom, where, which, how much, what is run. */
const controlWords = new Set(
  (
    'to cc bcc recipient recipients attendee attendees participant participants invitee guest user ' +
    'users owner assignee channel room group path file filename folder directory url uri link ' +
    'address host domain email iban account id ids key amount price quantity count limit date time ' +
    'start end due query sql code command cmd script shell args env header headers attachment ' +
    'attachments prompt instruction instructions expression formula regex pattern filter selector ' +
    'password token secret role permission permissions scope status state branch ref repo owner ' +
    'schema template cron webhook callback'
  ).split(' '),
);

/** Warnings about arguments that are said to be data. */
export function lintRoles(
  { data = {} }: CallSource,
  declared: PlainTool | undefined,
  at: Location,
): readonly Warning[] {
  const properties = declared?.parameters['properties'];
  return Object.keys(data).flatMap((name) => {
    const where = [...at, 'data', name];
    const found: Warning[] = [];
    const word = wordsIn(name).find((each) => controlWords.has(each));
    if (word !== undefined) {
      const message = `\`${name}\` is named like an argument that is acted on (\`${word}\`)`;
      const hint = 'leave it out of `data`, unless nothing acts on what it says';
      found.push(warning({ code: 'role-control', at: where, onKey: true, message, hint }));
    }
    const schema = isRecord(properties) ? properties[name] : undefined;
    if (isRecord(schema) && (schema['enum'] !== undefined || schema['type'] !== 'string')) {
      const message = `\`${name}\` is not declared as free text, so its values count as control`;
      const hint = 'leave it out of `data`';
      found.push(warning({ code: 'role-control', at: where, onKey: true, message, hint }));
    }
    return found;
  });
}

/** Stores that are written and never read, or read and never written. */
export function lintStores({ compiler, source, tools }: CompiledPolicy): readonly Warning[] {
  const written = new Set(writtenStores(compiler, source, [...tools]).keys());
  const places = readingPlaces(source);
  const read = new Set(places.flatMap(({ stores }) => stores));
  const unread = [...written].filter((store) => !read.has(store));
  return [
    ...places.flatMap(({ at, stores }) =>
      stores
        .filter((store) => !written.has(store))
        .map((store) => idle(at, `no call writes to \`${store}\``)),
    ),
    ...unread.map((store) => {
      const tool = Object.keys(source.tools).find((name) => writesTo(source, name, store)) ?? '';
      return idle(['tools', tool, 'call'], `no result reads \`${store}\``);
    }),
  ];
}

function idle(at: Location, message: string): Warning {
  const hint = 'name the same store under `writes` and `reads`';
  return warning({ code: 'store-idle', at, message, hint });
}

function readingPlaces(
  source: PolicySource,
): readonly { readonly at: Location; readonly stores: readonly string[] }[] {
  return Object.entries(source.tools).flatMap(([name, { result }]) => {
    const at = ['tools', name, 'result'];
    return [
      { at: [...at, 'reads'], stores: storesIn(result?.reads) },
      ...(result?.rules ?? []).map(({ reads }, index) => ({
        at: [...at, 'rules', index, 'reads'],
        stores: storesIn(reads),
      })),
    ];
  });
}

function writesTo({ tools }: PolicySource, name: string, store: string): boolean {
  const call = tools[name]?.call;
  if (call === undefined || call === 'never') return false;
  const ofData = Object.values(call.data ?? {}).flatMap((data) =>
    typeof data === 'string' ? [] : storesIn(data.writes),
  );
  return [...storesIn(call.writes), ...ofData].includes(store);
}

import type { PlainTool } from '../../history/plain.ts';
import type { CompiledPolicy } from '../compile/compile.ts';
import { storesIn } from '../compile/compile-data.ts';
import { writtenStores } from '../compile/compile-stores.ts';
import { warning, type Location, type Warning } from '../problem.ts';
import type { CallSource, PolicySource } from '../source.ts';
import type { DataSource } from '../data-source.ts';
import { controlSign, isClosedText } from './control-words.ts';
import { reasonIn } from './lint-judgements.ts';

/** Warnings about arguments that are said to be data. */
export function lintRoles(
  { tool, data = {} }: { readonly tool: string; readonly data: CallSource['data'] },
  declared: PlainTool | undefined,
  at: Location,
): readonly Warning[] {
  return Object.entries(data).flatMap(([name, source]) => {
    const where = [...at, 'data', name];
    const found: Warning[] = [];
    const sign = judgedIn(source) === undefined ? controlSign(tool, name) : undefined;
    if (sign !== undefined) {
      const message = `\`${name}\` is called data, and ${sign}`;
      const hint =
        'leave it out of `data`; if nothing acts on what it says, write why under `notActedOn`';
      found.push(warning({ code: 'role-control', at: where, onKey: true, message, hint }));
    }
    if (isClosedText(declared?.parameters, name)) {
      const message = `\`${name}\` is not declared as free text, so its values count as control`;
      const hint = 'leave it out of `data`';
      found.push(warning({ code: 'role-control', at: where, onKey: true, message, hint }));
    }
    return found;
  });
}

/** The reason why nothing acts on an argument: somebody's word for it. */
export function judgedIn(source: DataSource): string | undefined {
  return typeof source === 'string' ? undefined : reasonIn(source.notActedOn);
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

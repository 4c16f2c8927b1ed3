import type { Label } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import type { Location } from '../problem.ts';
import type { PolicySource } from '../source.ts';
import type { CompiledTool } from './compile.ts';
import type { Compiler } from './compiler.ts';
import { storesIn } from './compile-data.ts';

type Tools = readonly (readonly [string, CompiledTool])[];

/**
 * What was written reads back at the same label or above it. Refuses a result that reads a store at
 * a label below the ceilings of what calls write there.
 */
export function checkStores(compiler: Compiler, source: PolicySource, tools: Tools): void {
  const written = writtenStores(compiler, source, tools);
  for (const [name, tool] of tools) checkReads({ compiler, source, written }, name, tool);
}

/** For each store the join of the ceilings of all that is written there. */
export function writtenStores(
  { space }: Compiler,
  source: PolicySource,
  tools: Tools,
): ReadonlyMap<string, Label> {
  const written = new Map<string, Label>();
  const add = (store: string, labels: readonly Label[]): void => {
    written.set(store, joinAll(space, [written.get(store) ?? space.bottom, ...labels]));
  };
  for (const [name, { call }] of tools) {
    if (call === 'never') continue;
    const said = source.tools[name]?.call;
    const rules = [call.base, ...call.rules];
    // In `log` mode no ceiling holds.
    const isOpen = rules.some(({ onViolation }) => onViolation === 'log');
    const control = isOpen ? [space.top] : rules.map(({ ceiling }) => ceiling);
    for (const data of call.data) {
      const labels = control.flatMap((label) => [data.ceilingUnder(label), data.linksUnder(label)]);
      for (const store of data.writes) add(store, isOpen ? [space.top] : labels);
    }
    if (typeof said === 'object') for (const store of storesIn(said.writes)) add(store, control);
  }
  return written;
}

interface Checked {
  readonly compiler: Compiler;
  readonly source: PolicySource;
  readonly written: ReadonlyMap<string, Label>;
}

function checkReads(
  { compiler, source, written }: Checked,
  name: string,
  { result }: CompiledTool,
): void {
  const said = source.tools[name]?.result;
  if (result === undefined || said === undefined) return;
  const at = ['tools', name, 'result'];
  const { space, readers } = compiler;
  const check = (
    label: Label,
    stores: readonly string[],
    place: { readonly at: Location; readonly isComputed?: boolean },
  ): void => {
    for (const store of stores) {
      const from = written.get(store);
      if (from === undefined) continue;
      const below = space
        .violated(from, label)
        // The fields of the item say who may read it.
        .filter((dimension) => place.isComputed !== true || dimension !== readers);
      if (below.length === 0) continue;
      const message = `\`${label.text}\` is below what calls may write to \`${store}\``;
      const hint = `write a label to which \`${from.text}\` flows, or lower what is written there`;
      compiler.report({ at: place.at, message, hint });
    }
  };
  const stores = storesIn(said.reads);
  check(result.label, stores, { at: [...at, 'label'] });
  // A failure may echo what any part of the result would have said.
  const all = [
    ...new Set([...stores, ...(said.rules ?? []).flatMap(({ reads }) => storesIn(reads))]),
  ];
  if (said.failed !== undefined) check(result.failed, all, { at: [...at, 'failed'] });
  for (const { index, label, readersFrom } of result.rules) {
    const own = said.rules?.[index]?.reads;
    const where = { at: [...at, 'rules', index, 'label'], isComputed: readersFrom.length > 0 };
    check(label, own === undefined ? stores : storesIn(own), where);
  }
  for (const [index, { label }] of result.spans.entries()) {
    check(label, stores, { at: [...at, 'spans', index, 'label'] });
  }
}

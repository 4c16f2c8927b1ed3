import type { Label, LabelSpace } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import type { Location } from '../problem.ts';
import type { WrittenLabel } from '../policy.ts';
import type { PolicySource, ToolSource } from '../source.ts';
import type { CompiledTool } from './compile.ts';
import type { Compiler } from './compiler.ts';
import type { CeilingRule } from './compile-call.ts';
import { storesIn } from './compile-data.ts';

type Tools = readonly (readonly [string, CompiledTool])[];

/** The label that results of a tool carry at least after calls of another. */
export type ReadBack = (written: WrittenLabel, read: string) => Label;

/**
 * What was written reads back at the same label or above it. Refuses a result that reads a store at
 * a label below the ceilings of what calls write there; what a person lets through above them
 * raises the results that read the store.
 */
export function compileStores(compiler: Compiler, source: PolicySource, tools: Tools): ReadBack {
  const written = writtenStores(compiler, source, tools);
  for (const [name, tool] of tools) checkReads({ compiler, source, written }, name, tool);
  const writes = new Map(tools.map(([name]) => [name, writtenBy(source.tools[name])]));
  const own = new Map(tools.map((tool) => [tool[0], writtenStores(compiler, source, [tool])]));
  const reads = new Map(tools.map(([name]) => [name, new Set(readBy(source.tools[name]))]));
  for (const [name, { effect }] of tools) {
    if (effect === 'read' && writes.get(name)?.length !== 0) reportRead(compiler, name);
  }
  const { space } = compiler;
  return ({ tool, label }, read) => {
    // It was called under another policy, or by an agent with one: it may write anywhere.
    if (!writes.has(tool)) return (reads.get(read)?.size ?? 0) > 0 ? label : space.bottom;
    const shared = writes.get(tool)?.filter((store) => reads.get(read)?.has(store)) ?? [];
    return joinAll(
      space,
      shared.map((store) => {
        const isComputed = own.get(tool)?.get(store)?.isComputed ?? false;
        return above(compiler, label, { ...(written.get(store) ?? nothing(space)), isComputed });
      }),
    );
  };
}

function reportRead({ report }: Compiler, tool: string): void {
  const message = 'a call that only reads leaves nothing to read back';
  const hint = 'leave `writes` out, or say `effect: write`';
  report({ at: ['tools', tool, 'effect'], message, hint });
}

/**
 * A label in the dimensions in which it is above all that the policy lets be written. Readers that
 * the arguments of the writing tool compute are those of one item: no ceiling of the store says
 * them, and those that another tool computes say nothing of this one's.
 */
function above(
  { space, readers }: Compiler,
  label: Label,
  { label: ceiling, fixed, isComputed }: Written,
): Label {
  const others = space.violated(label, ceiling).filter((dimension) => dimension !== readers);
  const own = isComputed ? [] : space.violated(label, fixed).filter((each) => each === readers);
  const over = [...others, ...own];
  const values = over.map((dimension) => [dimension, label.values[dimension]] as const);
  return space.of({ ...space.bottom.values, ...Object.fromEntries(values) });
}

function nothing({ bottom }: LabelSpace): Written {
  return { label: bottom, fixed: bottom, isComputed: false };
}

function writtenBy(tool: ToolSource | undefined): readonly string[] {
  const call = tool?.call;
  if (typeof call !== 'object') return [];
  const data = Object.values(call.data ?? {});
  const said = data.flatMap((one) => (typeof one === 'string' ? [] : storesIn(one.writes)));
  return [...new Set([...storesIn(call.writes), ...said])];
}

function readBy(tool: ToolSource | undefined): readonly string[] {
  const result = tool?.result;
  return [
    ...storesIn(result?.reads),
    ...(result?.rules ?? []).flatMap(({ reads }) => storesIn(reads)),
  ];
}

/** The labels of all that is written to a store, joined. */
interface Written {
  readonly label: Label;
  /** Of calls whose readers no argument computes, or whose data names others. */
  readonly fixed: Label;
  /** True if arguments compute the readers of some of it. */
  readonly isComputed: boolean;
}

/** For each store the ceilings of all that is written there. */
export function writtenStores(
  { space, readers }: Compiler,
  source: PolicySource,
  tools: Tools,
): ReadonlyMap<string, Written> {
  const written = new Map<string, Written>();
  const add = (store: string, labels: readonly Labelled[]): void => {
    const { label, fixed, isComputed } = written.get(store) ?? nothing(space);
    const others = labels.filter((each) => !each.isComputed);
    written.set(store, {
      label: joinAll(space, [label, ...labels.map((each) => each.label)]),
      fixed: joinAll(space, [fixed, ...others.map((each) => each.label)]),
      isComputed: isComputed || others.length < labels.length,
    });
  };
  for (const [name, { call }] of tools) {
    if (call === 'never') continue;
    const said = source.tools[name]?.call;
    const rules = [call.base, ...call.rules];
    // In `log` mode no ceiling holds.
    const isOpen = rules.some(({ onViolation }) => onViolation === 'log');
    const open = { label: space.top, isComputed: false };
    const control = isOpen ? [open] : rules.map(labelledBy);
    for (const data of call.data) {
      const labels = control.flatMap(({ label, isComputed }) =>
        [data.ceilingUnder(label), data.linksUnder(label)].map((own) => {
          const keeps = !space.violated(own, label).some((dimension) => dimension === readers);
          return { label: own, isComputed: isComputed && keeps && !data.namesReaders };
        }),
      );
      for (const store of data.writes) add(store, isOpen ? [open] : labels);
    }
    if (typeof said === 'object') for (const store of storesIn(said.writes)) add(store, control);
  }
  return written;
}

interface Labelled {
  readonly label: Label;
  readonly isComputed: boolean;
}

function labelledBy({ ceiling, readersFrom }: CeilingRule): Labelled {
  return { label: ceiling, isComputed: readersFrom.length > 0 };
}

interface Checked {
  readonly compiler: Compiler;
  readonly source: PolicySource;
  readonly written: ReadonlyMap<string, Written>;
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
        .violated(from.label, label)
        // Whom an argument let read it, the fields of the item say.
        .filter(
          (dimension) =>
            place.isComputed !== true ||
            dimension !== readers ||
            space.violated(from.fixed, label).includes(dimension),
        );
      if (below.length === 0) continue;
      const message = `\`${label.text}\` is below what calls may write to \`${store}\``;
      const hint = `write a label to which \`${from.label.text}\` flows, or lower what is written there`;
      compiler.report({ at: place.at, message, hint });
    }
  };
  const stores = storesIn(said.reads);
  check(result.label, stores, { at: [...at, 'label'] });
  // Number and order of what was written are a part of it.
  if (said.shape !== undefined) check(result.shape, stores, { at: [...at, 'shape'] });
  // A failure may echo what any part of the result would have said.
  const all = [
    ...new Set([...stores, ...(said.rules ?? []).flatMap(({ reads }) => storesIn(reads))]),
  ];
  if (said.failed !== undefined) check(result.failed, all, { at: [...at, 'failed'] });
  for (const { index, label, keys, shape, ownShape, readersFrom } of result.rules) {
    const own = said.rules?.[index]?.reads;
    const read = own === undefined ? stores : storesIn(own);
    if (ownShape) check(shape, read, { at: [...at, 'rules', index, 'shape'] });
    const where = { at: [...at, 'rules', index, 'label'], isComputed: readersFrom.length > 0 };
    check(label, read, where);
    if (keys !== undefined) check(keys, read, { at: [...at, 'rules', index, 'keys'] });
  }
  for (const [index, { label }] of result.spans.entries()) {
    check(label, stores, { at: [...at, 'spans', index, 'label'] });
  }
}

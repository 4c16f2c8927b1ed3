import type { Label } from '../../label/label.ts';
import { SluiceError } from '../../errors.ts';
import { readPath, type Path } from '../path/path.ts';
import type { Location } from '../problem.ts';
import type { DataForm, DataSource, StoresSource } from '../data-source.ts';
import type { CallSource } from '../source.ts';
import { readLabel, type Compiler } from './compiler.ts';
import type { CeilingRule } from './compile-call.ts';

/** An argument that only says something. Any other argument is control. */
export interface DataArgument {
  readonly name: string;
  readonly form: DataForm;
  /** Its ceiling where that of the call is this one. */
  readonly ceilingUnder: (call: Label) => Label;
  /** The same where the value holds an address, a mention or a directive. */
  readonly linksUnder: (call: Label) => Label;
  readonly writes: readonly string[];
  /** It names who may read it: no argument computes them. */
  readonly namesReaders: boolean;
}

interface DataPlace {
  readonly source: CallSource;
  /** The rules of the call, the base among them. */
  readonly rules: readonly CeilingRule[];
  readonly at: Location;
}

export function compileData(compiler: Compiler, place: DataPlace): readonly DataArgument[] {
  const named = Object.entries(place.source.data ?? {});
  const compiled = named.map(([name, data]) => compileOne(compiler, { ...place, name, data }));
  reportReaders(compiler, place);
  return compiled;
}

/** The names of stores, as a list. */
export function storesIn(stores: StoresSource | undefined): readonly string[] {
  return typeof stores === 'string' ? [stores] : (stores ?? []);
}

/** True if a path leads to this argument, or might. */
export function readsArgument(path: Path, name: string): boolean {
  const [selector = ''] = path.selectors[0] ?? [];
  const isOneName = path.singleLevels > 0 && selector.startsWith("'");
  const own = readPath(name);
  return !isOneName || own.kind === 'mistake' || own.path.selectors[0]?.[0] === selector;
}

function compileOne(
  compiler: Compiler,
  { name, data, ...place }: DataPlace & { readonly name: string; readonly data: DataSource },
): DataArgument {
  const said = typeof data === 'string' ? { form: data } : data;
  const at = [...place.at, 'data', name];
  if (name.startsWith('$')) {
    const hint = 'name a top-level argument; what stands inside a list or an object is control';
    compiler.report({ at, onKey: true, message: `\`${name}\` is no argument`, hint });
  }
  const ceilingUnder = replacing(compiler, said.ceiling, [...at, 'ceiling']);
  const linksUnder = replacing(compiler, said.withLinks, [...at, 'withLinks']);
  const isWider = place.rules.some(({ ceiling }) =>
    [ceilingUnder, linksUnder].some((under) => {
      return !compiler.space.flowsTo(under(ceiling), ceiling);
    }),
  );
  const namesReaders = [ceilingUnder, linksUnder].some((under) => fixesReaders(compiler, under));
  const isComputed = place.rules.some(({ readersFrom }) => readersFrom.length > 0);
  // Readers that an argument computes may be anybody: any that are named may be others.
  const isOther = namesReaders && isComputed;
  const stores = [said.writes, place.source.writes].filter((each) => each !== undefined);
  const writes = stores.flatMap(storesIn);
  const report = (message: string, hint: string): void => {
    compiler.report({ at, onKey: true, message, hint });
  };
  if ((isWider || isOther) && stores.length === 0) {
    const hint = 'add `writes: [NAME]`, and `reads: [NAME]` to the results that it comes back in';
    report(`nothing says where what \`${name}\` holds is read back`, hint);
  }
  if (stores.length > 0 && writes.length === 0 && said.because === undefined) {
    const hint = 'write the reason under `because`, beside `writes: []`';
    report(`\`${name}\` is said to be read back nowhere, without a reason`, hint);
  }
  return { name, form: said.form, ceilingUnder, linksUnder, writes, namesReaders };
}

/** Puts the dimensions that a text names in place of those of the call's ceiling. */
function replacing(
  compiler: Compiler,
  text: string | undefined,
  at: Location,
): (call: Label) => Label {
  const { space } = compiler;
  if (text === undefined) return (call) => call;
  if (text === 'top' || text === 'bottom') {
    const whole = readLabel(compiler, text, at);
    return () => whole;
  }
  try {
    space.parsePartial(text, space.bottom);
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    compiler.report({ at, message: error.problem, hint: error.hint });
    return () => space.bottom;
  }
  return (call) => space.parsePartial(text, call);
}

/** True if a text names readers, and others than everyone. */
function fixesReaders({ space, readers }: Compiler, under: (call: Label) => Label): boolean {
  if (readers === undefined) return false;
  const [low, high] = [under(space.bottom), under(space.top)];
  return (
    low !== space.bottom &&
    space.violated(low, space.bottom).includes(readers) &&
    !space.violated(high, low).includes(readers)
  );
}

/** Who reads what a call sends is control: text that only says something cannot say it. */
function reportReaders({ report }: Compiler, { source, rules, at }: DataPlace): void {
  const names = Object.keys(source.data ?? {});
  for (const { index, readersFrom } of rules) {
    for (const [place, { path }] of readersFrom.entries()) {
      const name = names.find((each) => readsArgument(path, each));
      if (name === undefined) continue;
      const where = index === -1 ? at : [...at, 'rules', index];
      const message = `\`${name}\` is data, so it cannot say who reads what the call sends`;
      const hint = `leave \`${name}\` out of \`data\``;
      report({ at: [...where, 'readersFrom', place], message, hint });
    }
  }
}

import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A mistake that someone could make in the checker: one place, and what stands there instead. */
export interface CheckerMutant {
  readonly name: string;
  /** Below `src/check`. */
  readonly file: string;
  /** Must occur exactly once: a mutant that no longer applies is an error, not a pass. */
  readonly find: string;
  readonly replace: string;
}

export const checkerMutants: readonly CheckerMutant[] = [
  {
    name: 'a join forgets one side',
    file: 'lattice/axis.ts',
    find: 'join: (a, b) => Math.max(asNumber(a), asNumber(b)),',
    replace: 'join: (a, _) => a,',
  },
  {
    name: 'readers of either may read a join',
    file: 'lattice/axis.ts',
    find: 'join: (a, b) => both(asNames(a), asNames(b)),',
    replace: 'join: (a, b) => either(asNames(a), asNames(b)),',
  },
  {
    name: 'everything flows',
    file: 'lattice/lattice.ts',
    find: 'flowsTo: remembered((from, to) => violated(from, to).length === 0),',
    replace: 'flowsTo: () => true,',
  },
  {
    name: 'nobody in particular must say yes',
    file: 'lattice/lattice.ts',
    find: 'if (!axis.isDuty) continue;',
    replace: 'if (axis.name !== "") continue;',
  },
  {
    name: 'labels of views are believed',
    file: 'run/step-trace.ts',
    find: "if (this.#around.lattice.read(event.label) !== derived) this.#differs(event, 'the label');",
    replace: 'if (derived === undefined) this.#differs(event, "the label");',
  },
  {
    name: 'labels of steps are believed',
    file: 'run/run-check.ts',
    find: "if (read(event.label) !== derived) this.#differs(event, 'the label');",
    replace: 'if (read(event.label) === undefined) this.#differs(event, String(derived));',
  },
  {
    name: 'decisions are believed',
    file: 'run/settle.ts',
    find: "if (stable(event.decision) !== stable(expected)) this.#differs(event, 'the decision');\n    if (!this.#isWithin",
    replace: 'if (!this.#isWithin',
  },
  {
    name: 'any yes is a yes to this question',
    file: 'run/settle.ts',
    find: 'const isBound = isSame && answer.hash === asked.request.hash;',
    replace: 'const isBound = isSame || true;',
  },
  {
    name: 'views at ceilings are not followed',
    file: 'run/world.ts',
    find: 'shortcuts: shortcutsOf(shortcuts),',
    replace:
      "shortcuts: shortcutsOf(shortcuts === 'none' || shortcuts.beforeAsking !== 'ceiling' ? " +
      "shortcuts : { ...shortcuts, beforeAsking: 'propagator' }),",
  },
  {
    name: 'refused calls may be carried out',
    file: 'run/call-book.ts',
    find: 'if (known.refused !== undefined) return this.#violates(event, known.refused);',
    replace: 'if (known.refused !== undefined) return;',
  },
  {
    name: 'calls may be carried out twice',
    file: 'run/call-book.ts',
    find: "if (known.wasExecuted) return this.#violates(event, 'it was carried out before');",
    replace: 'if (known.wasExecuted) return;',
  },
  {
    name: 'one permission is good for many calls',
    file: 'check.ts',
    find: 'else left.splice(found, 1);',
    replace: '',
  },
  {
    name: 'what is missing is not missed',
    file: 'check.ts',
    find: 'if (seq !== at)',
    replace: 'if (seq < 0)',
  },
  {
    name: 'a result does not carry the label of its call',
    file: 'run/transcript.ts',
    find: 'const result = raiseParts(this.#lattice, entry.data ?? entry.label, own);',
    replace: 'const result = own;',
  },
  {
    name: 'regions are counted from another place',
    file: 'run/region-ids.ts',
    find: 'inside(args, `m${message}.c${call}`)',
    replace: 'inside(args, `m${message}.c${call + 1}`)',
  },
  {
    name: 'what cannot be read is left out',
    file: 'check.ts',
    find: 'else recorded.brokenAt ??= recorded.events.length;',
    replace: '',
  },
  {
    name: 'what was not followed was carried out rightly',
    file: 'check.ts',
    find: "findings.violates({ run, seq, type }, 'the record was not followed so far');",
    replace: '',
  },
];

const source = path.join(import.meta.dirname, '../../src');
const modules = path.join(import.meta.dirname, '../../../node_modules');

/** Copies of the checker below `folder`: the unchanged one first, then each mutant. */
export function writeCopies(folder: string): readonly string[] {
  symlinkSync(modules, path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  return ['unchanged', ...checkerMutants.keys()].map((name) => {
    const copy = path.join(folder, String(name));
    mkdirSync(copy);
    for (const each of ['check', 'trial']) {
      cpSync(path.join(source, each), path.join(copy, each), { recursive: true });
    }
    const mutant = typeof name === 'number' ? checkerMutants[name] : undefined;
    if (mutant !== undefined) mutate(path.join(copy, 'check'), mutant);
    return path.join(copy, 'check/check.ts');
  });
}

function mutate(folder: string, { name, file, find, replace }: CheckerMutant): void {
  const target = path.join(folder, file);
  const text = readFileSync(target, 'utf8');
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`mutant \`${name}\`: its text stands ${count} times in ${file}`);
  writeFileSync(
    target,
    text.replace(find, () => replace),
  );
}

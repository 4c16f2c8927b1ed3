import type { Label } from '../../label/label.ts';
import type { CeilingRule } from '../compile/compile-call.ts';
import type { ResultRule } from '../compile/compile-result.ts';
import type { Compiler } from '../compile/compiler.ts';
import { warning, type Location, type Warning } from '../problem.ts';

/** A ceiling that names everyone is as low as readers make it: computed ones cannot widen it. */
export function lintCallReaders(
  compiler: Compiler,
  { ceiling, readersFrom }: CeilingRule,
  at: Location,
): readonly Warning[] {
  if (readersFrom.length === 0 || !readersFlow(compiler, ceiling, compiler.space.bottom)) return [];
  return idle(at, 'the ceiling names everyone, who are all its readers', 'the ceiling');
}

/** A label that names nobody is as high as readers make it: computed ones cannot narrow it. */
export function lintResultReaders(
  compiler: Compiler,
  { label, readersFrom }: ResultRule,
  at: Location,
): readonly Warning[] {
  if (readersFrom.length === 0 || !readersFlow(compiler, compiler.space.top, label)) return [];
  return idle(at, 'the label names nobody for a reader', 'the label');
}

function readersFlow({ space, readers }: Compiler, from: Label, to: Label): boolean {
  return readers !== undefined && !space.violated(from, to).includes(readers);
}

function idle(at: Location, fact: string, where: string): readonly Warning[] {
  const message = `${fact}, so \`readersFrom\` adds nothing`;
  const hint = `leave the readers out of ${where}, as in \`trusted\`, or leave out \`readersFrom\``;
  return [warning({ code: 'readers-idle', at: [...at, 'readersFrom'], message, hint })];
}

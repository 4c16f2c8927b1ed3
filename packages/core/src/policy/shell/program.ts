import type { Effect } from './effects.ts';
import { type Arguments, flagsOf, type Flags, type Reach, readArguments } from './flags.ts';
import type { Session } from './session.ts';

/** What is made of the operands of a program. */
export type Operands =
  /** There may be none. */
  | 'none'
  /** They mean nothing but themselves. */
  | 'text'
  | 'read'
  | 'list'
  | 'write'
  /** The same of folders, with all that they hold. */
  | 'readAll'
  | 'writeAll'
  | ((given: Arguments, session: Session) => void);

/** A program, or a command of one, as a table writes it. */
export interface ProgramRow {
  /** Every flag that it may be given; with another one nobody knows what it does. */
  readonly flags?: string;
  /** `first`: the flags end where the operands begin. */
  readonly reach?: Reach;
  readonly operands: Operands;
  /** What it does beside that. */
  readonly does?: readonly Effect[];
}

export interface Program {
  readonly flags: Flags;
  readonly reach: Reach;
  readonly operands: Operands;
  readonly does: readonly Effect[];
}

/** Rows by name; several names stand in one key: `egrep fgrep`. */
export function programsOf(
  rows: Readonly<Record<string, ProgramRow>>,
): ReadonlyMap<string, Program> {
  const programs = new Map<string, Program>();
  for (const [names, { flags = '', reach = 'all', operands, does = [] }] of Object.entries(rows)) {
    const program = { flags: flagsOf(flags), reach, operands, does };
    for (const name of names.split(' ')) programs.set(name, program);
  }
  return programs;
}

/** Judges a program by its row. */
export function judgeProgram(program: Program, words: readonly string[], session: Session): void {
  const given = readArguments(words, program.flags, program.reach);
  if (given === undefined) return session.add('unknown');
  session.add(...program.does);
  touchFlags(given, session);
  const { operands } = program;
  if (typeof operands === 'function') return operands(given, session);
  if (operands === 'list' && given.operands.length === 0) session.touch('list', '.');
  for (const word of given.operands) touchOperand(operands, word, session);
}

/** The files that flags name. */
function touchFlags({ flags }: Arguments, session: Session): void {
  for (const { kind, value } of flags) {
    if (kind === 'read' || kind === 'write') session.touch(kind, value);
  }
}

function touchOperand(
  operands: Exclude<Operands, (...given: never[]) => void>,
  word: string,
  session: Session,
): void {
  switch (operands) {
    case 'none':
      return session.add('unknown');
    case 'text':
      return;
    case 'read':
    case 'list':
    case 'write':
      return session.touch(operands, word);
    case 'readAll':
      return session.touchAll('read', word);
    case 'writeAll':
      return session.touchAll('write', word);
  }
}

/** What a program does whose first operand names a command of its own. */
export function subcommands(rows: Readonly<Record<string, ProgramRow>>): ProgramRow {
  const programs = programsOf(rows);
  return {
    reach: 'first',
    operands: ({ operands }, session) => {
      const [name = '', ...words] = operands;
      const program = programs.get(name);
      if (program === undefined) return session.add('unknown');
      judgeProgram(program, words, session);
    },
  };
}

/** True if one of these flags is given. */
export function has({ flags }: Arguments, ...names: readonly string[]): boolean {
  return flags.some(({ name }) => names.includes(name));
}

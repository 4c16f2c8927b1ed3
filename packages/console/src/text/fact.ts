import { membersOf } from './members.ts';
import { piecesOf, written } from './pieces.ts';

/** As much of a question as the deciding fact needs. */
export interface Asked {
  readonly tool: string;
  readonly args: string;
  readonly label: string;
  readonly ceiling?: string | null | undefined;
  readonly deciding: readonly string[];
  readonly evidence: readonly Source[];
  readonly unsourced: readonly string[];
}

/** Where a part of a call came from. */
export interface Source {
  /** JSON pointer of the argument; empty for the whole. */
  readonly argument: string;
  readonly from: string;
  /** How the two match; `declaration`: the text only says what the argument is for. */
  readonly how: string;
  readonly label: string;
  readonly excerpt: string;
}

/** The one thing that a person should look at first. */
export interface Fact {
  readonly sentence: string;
  /** The argument that it is about; empty for the call itself. */
  readonly argument: string;
  /** The text that the argument came from. */
  readonly source: Source | undefined;
}

/** Made from the call and the texts that led to it alone, never from words of the model. */
export function factOf(asked: Asked): Fact {
  const { deciding, unsourced, tool, label, ceiling } = asked;
  const evidence = asked.evidence.filter(({ how }) => how !== 'declaration');
  const of = (argument: string): Source | undefined =>
    evidence.find((each) => isUnder(each.argument, argument));
  const sourced = deciding.filter((each) => of(each) !== undefined);
  // Rather one whose value stands in its source as it is than one that shares a word with it.
  const isWhole = (each: string): boolean =>
    of(each)?.excerpt.includes(valueOf(asked.args, each)) === true;
  const argument = sourced.find(isWhole) ?? sourced[0];
  const source = argument === undefined ? undefined : of(argument);
  if (argument !== undefined && source !== undefined) {
    return { sentence: sourceSentence(argument, source), argument, source };
  }
  const missing = deciding.find((each) => unsourced.includes(each)) ?? unsourced[0];
  const led = evidence.find((each) => each.label === label);
  if (led !== undefined) return { sentence: ledSentence(tool, led), argument: '', source: led };
  if ((ceiling ?? undefined) === undefined) {
    const sentence = `${what(tool)} is never made without a person.`;
    return { sentence, argument: '', source: undefined };
  }
  const depends = `${what(tool)} depends on text that reads ${label}`;
  if (missing === undefined) return { sentence: `${depends}.`, argument: '', source: undefined };
  const sentence = `${depends}, and ${nameOf(missing)} was found in no text of the user.`;
  return { sentence, argument: missing, source: undefined };
}

function sourceSentence(argument: string, { from, label }: Source): string {
  const name = nameOf(argument);
  if (from === 'user') return `${name} stands in a turn of the user, which reads ${label}.`;
  if (from === 'assistant') return `${name} is the agent’s own word.`;
  if (from === 'system') return `${name} stands in the agent’s instructions.`;
  return `${name} stands in what ${shown(from)} returned, not in a request of the user.`;
}

function ledSentence(tool: string, { from, label }: Source): string {
  return `The agent chose ${what(tool).toLowerCase()} after it read ${shown(from)} (${label}).`;
}

function what(tool: string): string {
  return tool === '' ? 'This answer' : 'This call';
}

/** An argument as one would say it: the last name of its pointer. */
export function nameOf(pointer: string): string {
  const keys = pointer.split('/').slice(1);
  const names = keys.map((key) => shown(key.replaceAll('~1', '/').replaceAll('~0', '~')));
  return names.length === 0 ? 'The call' : `“${names.join(' › ')}”`;
}

/** What an argument of the call says: a string as it reads, anything else as JSON. */
export function valueOf(args: string, pointer: string): string {
  const found = membersOf(args)?.find((each) => isUnder(pointer, each.pointer));
  try {
    const value: unknown = JSON.parse(found?.value ?? '""');
    return typeof value === 'string' ? value : (found?.value ?? '');
  } catch {
    return found?.value ?? '';
  }
}

const nameMax = 60;

function shown(name: string): string {
  const text = written(piecesOf(name.slice(0, nameMax)));
  return name.length > nameMax ? `${text}...` : text;
}

/** JSON pointers (RFC 6901). */
function isUnder(pointer: string, parent: string): boolean {
  return pointer === parent || pointer.startsWith(`${parent}/`);
}

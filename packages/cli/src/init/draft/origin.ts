import { readWords, sourceWordIn, sourceWordOf, wordsIn } from '@sluice/core/tool-names';
import { fieldsOf } from '../../json.ts';
import type { FoundTool } from '../tools/found-tool.ts';
import type { Guess } from './effect.ts';

/**
 * Guesses at whose words a result is. `own`: the system's, or those of the user themself. Unless
 * something says so, strangers may have written it.
 */
export function originOf(tool: Sourced, { isRead }: IsRead): Guess<'own' | 'strangers'> {
  const type = narrowType(tool.returns);
  if (type !== undefined) return own(`it returns ${type}, too narrow for an instruction`);
  const stranger = sourceWordIn(tool.name, { isRead });
  if (stranger !== undefined) return strangers(`its name says \`${stranger}\``);
  if (!isRead) return strangers(mayRepeat);
  const said = sourceWordOf(tool.description ?? '');
  if (said !== undefined) return strangers(`its description says \`${said}\``);
  const words = wordsIn(tool.name);
  const head = words.filter((word) => !readWords.has(word));
  if (head.length > 0 && head.every((word) => times.has(word))) return own('it tells the time');
  const works = words.find((word) => computing.has(word) || readWords.has(word));
  if (works !== undefined && computing.has(works))
    return own(`its name says \`${works}\`: it works on what it is given`);
  const written = words.find((word) => writings.has(word));
  if (written !== undefined) return own(`its name says \`${written}\`: the user wrote it`);
  const about = words.find((word) => account.has(word));
  if (about !== undefined && takesNothing(tool.parameters)) {
    return own(`its name says \`${about}\`, and it takes no argument: the user's own`);
  }
  if (tool.hints.openWorldHint === true) return strangers('it is annotated as open to the world');
  return strangers(unsaid);
}

/** The parts of a tool from which it is guessed whose words it returns. */
export type Sourced = Pick<FoundTool, 'name' | 'description' | 'parameters' | 'returns' | 'hints'>;

interface IsRead {
  readonly isRead: boolean;
}

const mayRepeat = 'it may repeat what others wrote';
const unsaid = 'nothing says who writes it';

/** The sign that others write a tool's result; `undefined`: nothing but caution. */
export function strangersSign(tool: Sourced, { isRead }: IsRead): string | undefined {
  const { is, because } = originOf(tool, { isRead });
  return is === 'own' || because === mayRepeat || because === unsaid ? undefined : because;
}

function own(because: string): Guess<'own'> {
  return { is: 'own', because };
}

function strangers(because: string): Guess<'strangers'> {
  return { is: 'strangers', because };
}

const times: ReadonlySet<string> = new Set(
  'clock current date datetime day local now time timestamp timezone today utc zone'.split(' '),
);
/** A result of these is a function of the arguments, whose label it carries anyway. */
const computing: ReadonlySet<string> = new Set(['calculate', 'compute', 'convert']);
const writings: ReadonlySet<string> = new Set(['draft', 'drafts', 'outbox', 'sent']);
const account: ReadonlySet<string> = new Set(
  'account accounts balance iban me preferences profile settings user whoami'.split(' '),
);

function takesNothing(parameters: unknown): boolean {
  const { type, properties } = fieldsOf(parameters);
  return type === 'object' && Object.keys(fieldsOf(properties)).length === 0;
}

/** Types of JSON Schema, and of Python as tool lists print them, that hold no words. */
const narrowTypes: ReadonlyMap<unknown, string> = new Map([
  ['integer', 'a number'],
  ['number', 'a number'],
  ['boolean', 'yes or no'],
  ['null', 'nothing'],
  ['int', 'a number'],
  ['float', 'a number'],
  ['bool', 'yes or no'],
  ['None', 'nothing'],
  ['NoneType', 'nothing'],
]);

function narrowType(returns: unknown): string | undefined {
  if (typeof returns !== 'string') return narrowTypes.get(fieldsOf(returns)['type']);
  const [, type = returns] = /^<class '(\w+)'>$/.exec(returns.trim()) ?? [];
  return narrowTypes.get(type);
}

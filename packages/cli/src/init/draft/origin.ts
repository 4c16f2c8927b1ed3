import { readWords, sourceWordIn, wordsIn } from '@sluice/core/tool-names';
import { fieldsOf } from '../../files.ts';
import type { FoundTool } from '../tools/found-tool.ts';
import type { Guess } from './effect.ts';

/**
 * Guesses at whose words a result is. `own`: the system's, or those of the user themself. Unless
 * something says so, strangers may have written it.
 */
export function originOf(
  tool: FoundTool,
  { isRead }: { readonly isRead: boolean },
): Guess<'own' | 'strangers'> {
  const type = narrowType(tool.returns);
  if (type !== undefined) return own(`it returns ${type}, too narrow for an instruction`);
  const stranger = sourceWordIn(tool.name, { isRead });
  if (stranger !== undefined) return strangers(`its name says \`${stranger}\``);
  if (!isRead) return strangers('it may repeat what others wrote');
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
  return strangers('nothing says who writes it');
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

import {
  plainWriteWords,
  readWordIn,
  readWords,
  wordsIn,
  writeWordIn,
  writeWords,
} from '@sluice/core/tool-names';
import type { FoundTool } from '../tools/found-tool.ts';

/** A guess, and why, as it stands in the policy. */
export interface Guess<Kind extends string> {
  readonly is: Kind;
  readonly because: string;
}

/**
 * Guesses at what a tool does, by its annotations, the verb of its name and what its description
 * says that it does besides. Where they differ it is a write; so it is where nothing says it, and
 * where another tool has its name. An
 * annotation is a server's bare word: it may make a write of a read, and never a read of a write.
 */
export function effectOf(tool: FoundTool): Guess<'read' | 'write'> {
  if (tool.alsoAt !== undefined) return writes('more than one tool has this name');
  const { readOnlyHint, destructiveHint } = tool.hints;
  if (destructiveHint === true) return writes('it is annotated as destructive');
  if (readOnlyHint === false) return writes('it is annotated as no mere read');
  const { method } = tool;
  if (method !== undefined && !safeMethods.has(method)) return writes(`its method is ${method}`);
  const verb = writeWordIn(tool.name);
  if (verb !== undefined) return writes(`its name says \`${verb}\``);
  const besides = actIn(tool.description ?? '');
  if (besides !== undefined) return writes(`its description says \`${besides}\``);
  if (method !== undefined) return reads(`its method is ${method}`);
  const looks = readWordIn(tool.name);
  if (looks !== undefined) return reads(`its name says \`${looks}\``);
  const [first = '', second = ''] = wordsIn(tool.description ?? '');
  if (lookingForms.has(first) || (/^looks?$/.test(first) && second === 'up')) {
    return reads(`its description says \`${first}\``);
  }
  return writes(
    readOnlyHint === true
      ? 'only its annotation says that it reads'
      : 'nothing says that it only reads',
  );
}

/** RFC 9110, section 9.2.1, and `QUERY`. Servers need not keep to it: the name has its say too. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

function reads(because: string): Guess<'read'> {
  return { is: 'read', because };
}

function writes(because: string): Guess<'write'> {
  return { is: 'write', because };
}

/** `returns` is what functions say of themselves; `return` is also what a customer does. */
const lookingForms: ReadonlySet<string> = new Set([...readWords, 'returns'].flatMap(formsOf));

/** A description says these of the tool wherever they stand. */
const actingAnywhere: ReadonlySet<string> = new Set(
  [...plainWriteWords].flatMap((verb) => [...formsOf(verb), ...ingFormsOf(verb)]),
);
const actingForms: ReadonlySet<string> = new Set([...writeWords].flatMap(formsOf));
const done: ReadonlySet<string> = new Set([...writeWords].flatMap(doneFormsOf));
const messaging: ReadonlySet<string> = new Set(['email', 'mail', 'text'].flatMap(formsOf));

function formsOf(verb: string): readonly string[] {
  if (/[^aeiou]y$/.test(verb)) return [verb, `${verb.slice(0, -1)}ies`];
  return [verb, /(?:[sxz]|[cs]h)$/.test(verb) ? `${verb}es` : `${verb}s`];
}

function ingFormsOf(verb: string): readonly string[] {
  const stem = /[^e]e$/.test(verb) ? verb.slice(0, -1) : verb;
  return [`${stem}ing`, `${verb}${verb.at(-1) ?? ''}ing`];
}

function doneFormsOf(verb: string): readonly string[] {
  if (verb === 'send') return ['sent'];
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
  if (verb.endsWith('e')) return [`${verb}d`];
  return [`${verb}ed`, `${verb}${verb.at(-1) ?? ''}ed`];
}

/** In front of a verb these make it one that the tool does, and no noun. */
const subjects: ReadonlySet<string | undefined> = new Set(['also', 'and', 'it', 'then', 'will']);
const objects: ReadonlySet<string | undefined> = new Set(['him', 'it', 'that', 'the', 'them']);
const passives: ReadonlySet<string | undefined> = new Set(['are', 'be', 'being', 'gets', 'is']);
const negations: ReadonlySet<string> = new Set(['cannot', 'never', 'no', 'not', 't', 'without']);

/** The verb of a sentence that says that the tool changes something. */
function actIn(description: string): string | undefined {
  for (const sentence of description.split(/[.;:!?\n]+/)) {
    const words = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
    const found = words.find((_, at) => !isNegated(words, at) && isAct(words, at));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isNegated(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - 3), at).some((each) => negations.has(each));
}

function isAct(words: readonly string[], at: number): boolean {
  const [word = '', before] = [words[at], words[at - 1]];
  if (actingAnywhere.has(word)) return true;
  if (at === 0 || subjects.has(before)) {
    return actingForms.has(word) || (messaging.has(word) && objects.has(words[at + 1]));
  }
  return passives.has(before) && done.has(word);
}

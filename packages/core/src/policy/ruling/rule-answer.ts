import { parseStructured, type DocumentNode } from '../../history/structured.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { meetAll } from '../../label/lattice.ts';
import type { AnswerField, CompiledAnswer } from '../compile/compile-answer.ts';
import { fold } from '../operators/among.ts';
import { holdsLinks } from './links.ts';
import { withParts, type Path } from '../path/path.ts';
import type { AnswerForm, Ruling } from '../policy.ts';
import { strictest } from './rule-call.ts';

/** The ruling on an answer: its own ceiling, met with those of the fields that it may hold. */
export function ruleAnswer(
  space: LabelSpace,
  { acts, ceiling, withLinks, fields, onViolation }: CompiledAnswer,
  { text, structured = false }: AnswerForm & { readonly text: string },
): Ruling {
  const links = holdsLinks(text);
  const held = fields.length === 0 ? [] : fieldsIn(fields, text, { structured });
  const names = new Set(held.map(({ name }) => name));
  return {
    kind: 'ceiling',
    rule: [nameOf({ acts, links }), ...[...names].toSorted()].join(', '),
    ceiling: meetAll(space, [links ? withLinks : ceiling, ...held.map((field) => field.ceiling)]),
    perArgument: {},
    onViolation: strictest([onViolation, ...held.map((field) => field.onViolation)]),
  };
}

function nameOf({ acts, links }: { readonly acts: boolean; readonly links: boolean }): string {
  const name = acts ? 'acting answer' : 'answer';
  return links ? `${name} with links` : name;
}

/** The least ceiling that any answer can have. */
export function floorOf(space: LabelSpace, { withLinks, fields }: CompiledAnswer): Label {
  return meetAll(space, [withLinks, ...fields.map(({ ceiling }) => ceiling)]);
}

/**
 * The fields whose ceilings count. A field counts in every answer that is JSON, for a client may
 * act on one that is missing; a field that the policy calls optional counts where it stands. Of
 * text that is no JSON, yet is asked to be or could be taken for some, it is not known what is in
 * it, so it may hold them all.
 */
function fieldsIn(
  fields: readonly AnswerField[],
  text: string,
  { structured }: { readonly structured: boolean },
): readonly AnswerField[] {
  const read = parseStructured(text, 'json');
  if (read.kind === 'unreadable') {
    return fields.filter(({ path }) => structured || brackets(path).test(text));
  }
  const keys = keysOf(read.root);
  // A program that copies the object would read what stands below this key beside the others.
  if (keys.has('__proto__')) return fields;
  return fields.filter(({ optional, path }) => !optional || mayStand(path, read.root, keys));
}

/** The bracket that any writer of such a field needs, whatever else they forget. */
function brackets({ steps }: Path): RegExp {
  const isNamed = steps.some(({ selectors }) => selectors.every(({ kind }) => kind === 'name'));
  return isNamed ? /\{/ : /[[{]/;
}

type Keys = ReadonlySet<string | number>;

function keysOf(root: DocumentNode): Keys {
  return new Set([...withParts([root])].flatMap(({ key }) => key ?? []));
}

const place = /^-?\d+$/;

/**
 * True if a field is there, or may be for a lenient reader: one to whom the spelling of its name
 * makes no difference, or who reads `[0]` of a list and `['0']` of an object alike, as many do.
 */
function mayStand(path: Path, root: DocumentNode, keys: Keys): boolean {
  if (path.find(root).some(({ value }) => value !== null)) return true;
  const selectors = path.steps.flatMap((step) => step.selectors);
  const names = selectors.flatMap((each) => (each.kind === 'name' ? [each.name] : []));
  const alike = new Set(names.map(spelled));
  const isCounted = selectors.some(({ kind }) => kind === 'index' || kind === 'slice');
  return [...keys].some((key) => {
    if (names.some((name) => name === key)) return false;
    return alike.has(spelled(key)) || (isCounted && typeof key === 'string' && place.test(key));
  });
}

/** Some readers also pass over what joins words, and nobody sees what is not drawn. */
function spelled(key: string | number): string {
  return fold(key).replaceAll(/[\p{Cf}\s_-]/gu, '');
}

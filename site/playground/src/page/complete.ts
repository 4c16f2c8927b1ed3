import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import schema from '@sluice/core/policy.schema.json' with { type: 'json' };
import { fieldsOf, type Fields } from '../fields.ts';

/** Offers the keys that the schema of policies knows at a place, told by the indentation. */
export function completePolicy(context: CompletionContext): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const word = /^(\s*(?:- )?)([\w$]*)$/.exec(before);
  if (word === null || (!context.explicit && word[2] === '')) return null;
  const above: string[] = [];
  for (let number = 1; number < line.number; number += 1) {
    above.push(context.state.doc.line(number).text);
  }
  const keys = keysAt(pathOf(above, word[1]?.length ?? 0));
  if (keys.length === 0) return null;
  return {
    from: context.pos - (word[2]?.length ?? 0),
    options: keys.map(({ key, detail }) => ({ label: key, apply: `${key}: `, info: detail })),
  };
}

/** The keys of the lines that a line with this indentation stands inside. */
export function pathOf(above: readonly string[], indent: number): readonly string[] {
  const path: string[] = [];
  let inside = indent;
  for (const text of above.toReversed()) {
    const found = /^(\s*(?:- )?)['"]?([^\s'":#][^'":#]*)['"]?\s*:\s*(?:#.*)?$/.exec(text);
    const own = found?.[1]?.length ?? Number.POSITIVE_INFINITY;
    if (found === null || own >= inside) continue;
    path.unshift(found[2]?.trim() ?? '');
    inside = own;
  }
  return path;
}

interface Key {
  readonly key: string;
  readonly detail: string;
}

export function keysAt(path: readonly string[]): readonly Key[] {
  let places: readonly Fields[] = shapesOf(schema);
  for (const step of path) places = places.flatMap((place) => within(place, step));
  const found = new Map<string, Key>();
  for (const place of places) {
    for (const [key, value] of Object.entries(fieldsOf(place['properties']))) {
      const detail = fieldsOf(value)['description'];
      found.set(key, { key, detail: typeof detail === 'string' ? detail : '' });
    }
  }
  return [...found.values()];
}

function within(place: Fields, step: string): readonly Fields[] {
  const own = fieldsOf(place['properties'])[step];
  return shapesOf(own ?? place['additionalProperties']);
}

const depthMax = 8;

/** The shapes that a schema allows: references followed, alternatives and items each. */
function shapesOf(value: unknown, depth = 0): readonly Fields[] {
  const fields = fieldsOf(value);
  if (depth > depthMax || Object.keys(fields).length === 0) return [];
  const target = fields['$ref'];
  const others = [fields['anyOf'], fields['oneOf'], fields['allOf']].flatMap((each) =>
    Array.isArray(each) ? (each as readonly unknown[]) : [],
  );
  return [
    fields,
    ...(typeof target === 'string' ? shapesOf(referred(target), depth + 1) : []),
    ...others.flatMap((each) => shapesOf(each, depth + 1)),
    ...shapesOf(fields['items'], depth + 1),
  ];
}

function referred(target: string): unknown {
  return target
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, step) => fieldsOf(value)[step], schema);
}

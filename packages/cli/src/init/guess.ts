import { fieldsOf } from '../files.ts';
import type { FoundTool } from './tools/found-tool.ts';

/**
 * A guess at a tool that no policy pack knows. `asks`: never automatic. `own-words`: only where
 * nothing untrusted and nothing private had a part in the call. `free`: any text may lead to it.
 */
export type Freedom = 'asks' | 'own-words' | 'free';

export interface Guess {
  readonly freedom: Freedom;
  /** Why, as it stands in the policy. */
  readonly because: string;
  /** True if the name says that it changes or sends something. */
  readonly writes: boolean;
}

/** First words of names of tools that only look. */
const lookingWords: ReadonlySet<string> = new Set(
  'check count describe find get list look lookup preview read search show summarize view'.split(
    ' ',
  ),
);

/** Words that say that something changes, is sent, or is fetched from outside. */
const actingWords: ReadonlySet<string> = new Set(
  (
    'accept add approve archive assign bash block book browse buy call cancel clear click close ' +
    'command commit connect copy create delete deploy disable download drop edit email enable erase ' +
    'eval exec execute export fetch fill forward grant http import insert install invite invoke ' +
    'kill mark merge modify move navigate open order patch pay play post press publish purge push ' +
    'put query refund register remove rename reply request reserve reset resolve restart run save ' +
    'schedule send set share shell sql start stop store submit sync terminal transfer trigger type ' +
    'update upload url visit web write'
  ).split(' '),
);

/**
 * Reads annotations, arguments and name, in this order of weight. Where they differ, the stricter.
 */
export function guess(tool: FoundTool): Guess {
  const words = wordsOf(tool.name);
  const { readOnlyHint, destructiveHint, openWorldHint } = tool.hints;
  const acts = words.find((word) => actingWords.has(word));
  const writes = acts !== undefined || readOnlyHint === false || destructiveHint === true;
  if (destructiveHint === true) return asks('it is annotated as destructive', writes);
  if (readOnlyHint === false) return asks('it is annotated as no mere read', writes);
  if (acts !== undefined) return asks(`the name says that it acts (${acts})`, writes);
  const looks = lookingWords.has(words[0] ?? '');
  if (!looks && readOnlyHint !== true) return asks('nothing says that it only reads', writes);
  const why = looks ? 'it only reads, by its name' : 'it only reads, by its annotations';
  if (carriesText(tool.parameters) || openWorldHint === true) {
    return { freedom: 'own-words', because: `${why}; its arguments could carry text`, writes };
  }
  return { freedom: 'free', because: `${why}; its arguments can carry no text`, writes };
}

/** The permission of a tool, once the person has said how acting tools are to be taken. */
export function freedomOf(
  { freedom, writes }: Guess,
  acting: 'ask' | 'own-words',
): { readonly freedom: Freedom; readonly isOpened: boolean } {
  const isOpened = freedom === 'asks' && writes && acting === 'own-words';
  return { freedom: isOpened ? 'own-words' : freedom, isOpened };
}

function asks(because: string, writes: boolean): Guess {
  return { freedom: 'asks', because, writes };
}

/** `readMail`, `read-mail` and `READ_MAIL` are the same words. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

const narrow: ReadonlySet<unknown> = new Set(['number', 'integer', 'boolean', 'null']);

/** True if a call could say something by its arguments. A schema that cannot be read could. */
function carriesText(parameters: unknown): boolean {
  const { type, properties, ...rest } = fieldsOf(parameters);
  if (type !== 'object' || Object.keys(rest).some((key) => !harmless.has(key))) return true;
  return Object.values(fieldsOf(properties)).some((each) => {
    const property = fieldsOf(each);
    return !Array.isArray(property['enum']) && !narrow.has(property['type']);
  });
}

/** Keywords of JSON Schema that add no argument. */
const harmless: ReadonlySet<string> = new Set([
  '$schema',
  'additionalProperties',
  'description',
  'required',
  'title',
]);

/** The schema that holds a free tool to the arguments that were looked at. */
export function closedSchema(parameters: unknown): unknown {
  const properties = Object.entries(fieldsOf(fieldsOf(parameters)['properties'])).map(
    ([name, each]) => {
      const { type, enum: values } = fieldsOf(each);
      return [name, values === undefined ? { type } : { enum: values }] as const;
    },
  );
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

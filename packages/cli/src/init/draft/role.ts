import { wordsIn } from '@sluice/core/tool-names';
import { fieldsOf } from '../../json.ts';

/** An argument that only says something, and in which form. Any other argument is control. */
export interface DataGuess {
  readonly name: string;
  readonly form: 'line' | 'text';
}

/** Names of one line for people. */
const lines: ReadonlySet<string> = new Set(['subject', 'title', 'headline', 'summary', 'caption']);
/** Names of longer text for people. */
const texts: ReadonlySet<string> = new Set(
  'body content message text note notes description comment comments remark remarks bio'.split(' '),
);

/**
 * Words of tools whose text something acts on: it is run, sent as a request, written into a file
 * that programs read, or given to another agent.
 */
const interpreted: ReadonlySet<string> = new Set(
  `agent assistant browser click code command commit config console container cron deploy docker
  edit evaluate exec execute fetch file files fill function git html http job page patch pipeline
  prompt query render replace request run script shell sql task template terminal test trigger type
  webhook workflow workflows write yaml`.split(/\s+/),
);

/** Descriptions that say that the text is no mere text. */
const marked =
  /\b(?:json|yaml|html|xml|markdown|code|query|script|command|template|base64|path)\b/i;

/**
 * Guesses at the arguments of a tool that nothing acts on: free text for people, by its name, its
 * schema and the tool. In doubt, an argument is control.
 */
export function dataIn(tool: {
  readonly name: string;
  readonly parameters: unknown;
}): readonly DataGuess[] {
  if (wordsIn(tool.name).some((word) => interpreted.has(word))) return [];
  return Object.entries(propertiesOf(tool.parameters)).flatMap(([name, schema]) => {
    const form = isFreeText(schema) ? formOf(name) : undefined;
    return form === undefined ? [] : [{ name, form }];
  });
}

/** The names of the arguments that a schema lists. */
export function argumentsOf(parameters: unknown): readonly string[] {
  return Object.keys(propertiesOf(parameters));
}

function propertiesOf(parameters: unknown): Readonly<Record<string, unknown>> {
  return fieldsOf(fieldsOf(parameters)['properties']);
}

/** All of the name must say so: a `message_id` is no message, a `text_color` no text. */
function formOf(name: string): DataGuess['form'] | undefined {
  const words = wordsIn(name);
  if (words.length > 0 && words.every((word) => lines.has(word))) return 'line';
  return words.length > 0 && words.every((word) => texts.has(word) || lines.has(word))
    ? 'text'
    : undefined;
}

function isFreeText(schema: unknown): boolean {
  const { type, description, title, ...rest } = fieldsOf(schema);
  const isPlain = Object.keys(rest).every((key) =>
    ['default', 'maxLength', 'minLength'].includes(key),
  );
  return type === 'string' && isPlain && !marked.test(`${String(description)} ${String(title)}`);
}

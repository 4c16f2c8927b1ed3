import { SluiceError, type PlainTool } from '@sluice/core';
import { fitsSchema } from '@sluice/core/policy-diff';
import { fieldsOf, jsonFields } from '../json.ts';
import { shortLine } from '../show/printable.ts';
import { someOf } from '../show/some-of.ts';
import type { Task } from './scenario.ts';

/**
 * Throws `settings-invalid` where a task calls a tool that nobody has, or with arguments that its
 * tool does not take: such a task would fail in each run, whatever the agent does.
 */
export function requireCallable(tasks: readonly Task[], tools: readonly PlainTool[]): void {
  const known = new Map(tools.map((tool) => [tool.name, tool]));
  for (const { prompt, calls } of tasks) {
    for (const { tool, args } of calls) {
      const mistake = mistakeIn(known.get(tool), args, { tool, names: [...known.keys()] });
      if (mistake === undefined) continue;
      const message = `the task "${shortLine(prompt, promptMax)}" ${mistake.problem}`;
      throw new SluiceError('settings-invalid', message, { hint: mistake.hint });
    }
  }
}

interface Mistake {
  readonly problem: string;
  readonly hint: string;
}

function mistakeIn(
  declared: PlainTool | undefined,
  args: string,
  { tool, names }: { readonly tool: string; readonly names: readonly string[] },
): Mistake | undefined {
  if (declared === undefined) {
    return { problem: `calls \`${tool}\`, which is no tool here`, hint: listed('tools', names) };
  }
  const { parameters } = declared;
  const properties = Object.keys(fieldsOf(parameters['properties']));
  if (properties.length === 0) return undefined;
  const given = jsonFields(args);
  const takesOthers = ['additionalProperties', 'patternProperties'].some(
    (key) => key in parameters,
  );
  const strange = Object.keys(given).find((name) => !takesOthers && !properties.includes(name));
  if (strange !== undefined) {
    const problem = `gives \`${tool}\` an argument \`${strange}\` that it does not have`;
    return { problem, hint: listed('arguments', properties) };
  }
  if (fitsSchema(parameters, given)) return undefined;
  const hint = `its schema: ${JSON.stringify(parameters).slice(0, schemaMax)}`;
  return { problem: `gives \`${tool}\` arguments that its schema does not take`, hint };
}

const schemaMax = 400;
const namesMax = 30;
const promptMax = 60;

function listed(what: string, names: readonly string[]): string {
  return `${what}: ${someOf(names, namesMax)}`;
}

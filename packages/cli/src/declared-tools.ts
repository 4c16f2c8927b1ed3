import { SluiceError, type PlainTool } from '@sluice/core';
import { readText } from './files.ts';
import { fieldsOf, parseJson } from './json.ts';

/**
 * Tools as providers declare them: `{name, description, parameters}`, bare or inside `function`.
 Throws `tools-invalid`, and what reading a file throws.
 */
export function declaredTools(file: string): readonly PlainTool[] {
  const hint = 'write `[{"name": ..., "description": ..., "parameters": {...}}]`';
  const value = parseJson(readText(file), { place: `\`${file}\``, hint });
  if (!Array.isArray(value)) {
    throw new SluiceError('tools-invalid', `\`${file}\` is not a list of tools`, { hint });
  }
  return value.map((entry: unknown, index) => {
    const outer = fieldsOf(entry);
    const tool = 'function' in outer ? fieldsOf(outer['function']) : outer;
    const { name, description, parameters, input_schema: schema, inputSchema } = tool;
    if (typeof name !== 'string') {
      throw new SluiceError('tools-invalid', `tool ${index + 1} of \`${file}\` has no name`, {
        hint,
      });
    }
    return {
      name,
      description: typeof description === 'string' ? description : '',
      parameters: fieldsOf(parameters ?? schema ?? inputSchema),
    };
  });
}

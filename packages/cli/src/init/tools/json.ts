import { parse, type ParseError } from 'jsonc-parser';
import { fieldsOf } from '../../files.ts';
import { hintsOf, isToolName, type FoundTool } from './found-tool.ts';

/**
 * The tools of a JSON file that is a list of them, as providers declare them or as an MCP server
 * answers `tools/list`. Any other file has none.
 */
export function toolsInJson(text: string, file: string): readonly FoundTool[] {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) return [];
  return listIn(value).flatMap((entry: unknown) => toolIn(entry, file) ?? []);
}

function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const { tools, result } = fieldsOf(value);
  const list = tools ?? fieldsOf(result)['tools'];
  return Array.isArray(list) ? list : [];
}

function toolIn(entry: unknown, file: string): FoundTool | undefined {
  const outer = fieldsOf(entry);
  const tool = 'function' in outer ? fieldsOf(outer['function']) : outer;
  const { name, parameters, input_schema: schema, inputSchema, annotations } = tool;
  const { description, outputSchema, return_type: type, returns = type } = tool;
  const isTool =
    outer['type'] === 'function' || (parameters ?? schema ?? inputSchema) !== undefined;
  if (!isToolName(name) || !isTool) return undefined;
  return {
    name,
    where: file,
    parameters: parameters ?? schema ?? inputSchema,
    ...(typeof description === 'string' && { description }),
    ...((outputSchema ?? returns) !== undefined && { returns: outputSchema ?? returns }),
    hints: hintsOf(fieldsOf(annotations)),
    from: inputSchema === undefined ? 'own' : 'listed',
  };
}

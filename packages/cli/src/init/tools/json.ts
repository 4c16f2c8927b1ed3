import { parse, type ParseError } from 'jsonc-parser';
import { fieldsOf, isNestedDeeper } from '../../json.ts';
import { hintsOf, isToolName, type FoundTool } from './found-tool.ts';
import { namesPrototype } from './value.ts';

/**
 * The tools of a JSON file that is a list of them, as providers declare them or as an MCP server
 * answers `tools/list`. Any other file has none.
 */
export function toolsInJson(text: string, file: string): readonly FoundTool[] {
  if (isNestedDeeper(text) || namesPrototype(text)) return [];
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length > 0 ? [] : toolsInList(value, file);
}

/** The same of the value that a file holds. */
export function toolsInList(value: unknown, file: string): readonly FoundTool[] {
  return listIn(value).flatMap((entry: unknown) => toolIn(entry, file) ?? []);
}

function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(declarationsIn);
  const { tools, result } = fieldsOf(value);
  const list = tools ?? fieldsOf(result)['tools'];
  return Array.isArray(list) ? list.flatMap(declarationsIn) : [];
}

/** Gemini keeps a list inside each entry. */
function declarationsIn(entry: unknown): readonly unknown[] {
  const { functionDeclarations, function_declarations: list } = fieldsOf(entry);
  const inside: unknown = functionDeclarations ?? list;
  if (!Array.isArray(inside)) return [entry];
  return inside.map((each: unknown) => ({ type: 'function', ...fieldsOf(each) }));
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

import { wireArgsText, type DraftCall, type ModelReply, type PlainTool } from '@sluice/core';

/**
 * The one form in which a local model reads and writes calls, whatever its template knows of tools:
 * a JSON object a line, `{"tool": NAME, "arguments": {...}}`. Drafts, histories that are scored and
 * regenerated ones all have it, so that one is never compared with another form of itself.
 */
export function callText({ tool, args }: DraftCall): string {
  return `${callOpening(tool)}${wireArgsText(args)}${callClosing}`;
}

/** The text before the arguments of a call of `tool`. */
export function callOpening(tool: string): string {
  return `{"tool": ${JSON.stringify(tool)}, "arguments": `;
}

export const callClosing = '}';

/** A reply as the model would have written it: the completion to score for a draft. */
export function replyText({ text, calls }: Pick<ModelReply, 'text' | 'calls'>): string {
  return [...(text === '' ? [] : [text]), ...calls.map((call) => callText(call))].join('\n');
}

/** A tool as a model is told of it. */
export function toolText({ name, description, parameters }: PlainTool): string {
  return spacedJson({ name, description, parameters });
}

/** Said before the tools. */
export const toolsOpening = `You may call tools. To call them, reply with calls alone, one a line, \
in this form:
{"tool": "NAME", "arguments": {...}}
The result of each call is then given to you. To answer, reply with text alone.
The tools, one a line:`;

/** JSON with a space after each colon and comma, the spelling that models have read most of. */
export function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => spacedJson(item)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const texts = members.map(([key, member]) => `${JSON.stringify(key)}: ${spacedJson(member)}`);
  return `{${texts.join(', ')}}`;
}

/**
 * The calls that a model wrote under the grammar of `tools`. The last may be half a call where the
 * text was cut off: its arguments are what there is of them.
 */
export function readCalls(text: string, tools: readonly PlainTool[]): readonly DraftCall[] {
  return text.split('\n').flatMap((line) => {
    for (const { name } of tools) {
      const opening = callOpening(name);
      if (!line.startsWith(opening)) continue;
      const rest = line.slice(opening.length);
      return [{ tool: name, args: isWhole(rest) ? rest.slice(0, -callClosing.length) : rest }];
    }
    return [];
  });
}

/** True if the arguments and the brace that closes the call are all there. */
function isWhole(rest: string): boolean {
  if (!rest.endsWith(callClosing)) return false;
  try {
    JSON.parse(rest.slice(0, -callClosing.length));
    return true;
  } catch {
    return false;
  }
}

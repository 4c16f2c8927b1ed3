import { fieldsOf, jsonIn } from '../../json.ts';
import type { Act } from '../goal.ts';
import type { Seen } from '../scripted-model.ts';
import { itemsOf, textIn } from './values.ts';

/** A request of Gemini's `generateContent`, as far as the scripted model looks at it. */
export function geminiSeen(body: unknown): Seen {
  const { contents, systemInstruction, tools } = fieldsOf(body);
  const all = itemsOf(contents).map((each) => {
    const { role, parts } = fieldsOf(each);
    return { role, parts: itemsOf(parts).map(fieldsOf) };
  });
  const turn = all.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.every((part) => !('functionResponse' in part)),
  );
  const calls = all.slice(turn + 1).flatMap(({ parts }) =>
    parts.flatMap(({ functionCall }) => {
      if (functionCall === undefined) return [];
      const { name, args } = fieldsOf(functionCall);
      return [{ tool: textIn(name), args: JSON.stringify(args) }];
    }),
  );
  const declared = itemsOf(tools)
    .flatMap((tool) => itemsOf(fieldsOf(tool)['functionDeclarations']))
    .flatMap((entry) => {
      const { name, description, parametersJsonSchema: parameters } = fieldsOf(entry);
      if (typeof name !== 'string') return [];
      return [{ name, description: textIn(description ?? ''), parameters: fieldsOf(parameters) }];
    });
  const texts = all.flatMap(({ parts }) => parts.map(partText));
  const system = itemsOf(fieldsOf(systemInstruction)['parts']).map(textIn);
  return { text: [...system, ...texts].join('\n'), calls, declared };
}

function partText(part: Readonly<Record<string, unknown>>): string {
  const { functionResponse } = part;
  if (functionResponse === undefined) return textIn(part);
  return Object.values(fieldsOf(fieldsOf(functionResponse)['response']))
    .map(textIn)
    .join('\n');
}

/** The same whole and as the one event of a stream. */
export function geminiReply(act: Act, id: string): object {
  const part =
    act.kind === 'answer'
      ? { text: act.text }
      : { functionCall: { name: act.tool, args: jsonIn(act.args) } };
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, index: 0, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'scripted',
    responseId: id,
  };
}

import type { ChatModel, ModelReply, View } from '@sluice/core';

/**
 * Stands in for a model whose reply has passed already. From a narrower view it is taken to say the
 * same only where every value of its calls can be read there: else it says nothing, and the call is
 * decided at the label of all that the model saw.
 */
export function shadowModel(name: string, reply: ModelReply): ChatModel {
  const generate: ChatModel['generate'] = async ({ view }) =>
    canBeReadIn(view, reply) ? reply : { text: '', calls: [], stop: 'complete' };
  let isDraft = true;
  return {
    name,
    generate: async (request, options) => {
      const first = isDraft;
      isDraft = false;
      return first ? reply : generate(request, options);
    },
  };
}

function canBeReadIn({ messages }: View, { calls }: ModelReply): boolean {
  const text = JSON.stringify(messages);
  return calls.every(({ args }) => valuesIn(args).every((value) => text.includes(value)));
}

/** The strings and numbers of a call's arguments, as they stand in JSON text. */
function valuesIn(args: string): readonly string[] {
  const values: string[] = [];
  try {
    JSON.parse(args, (_, value: unknown) => {
      if (typeof value === 'string') values.push(JSON.stringify(value).slice(1, -1));
      if (typeof value === 'number') values.push(String(value));
      return value;
    });
    return values;
  } catch {
    return [args];
  }
}

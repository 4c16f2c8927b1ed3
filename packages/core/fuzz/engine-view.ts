import type { PlainMessage, PlainPart, View } from '../src/history/plain.ts';

const placeholder = '[redacted]';

/** The engine's words for a refusal: a reason, the name of a rule, dimensions, advice, a no. */
const refusal = new RegExp(
  [
    /^The call was not made \(([a-z-]+); rule: (?:rule|monitor|policy)/,
    /(?:; dimension: [a-z, ]+)?\)\. [A-Z][a-z :;,]+\.(?: The person wrote: no)?$/,
  ]
    .map(({ source }) => source)
    .join(''),
);

type Shown = (string | boolean)[];
type Call = { readonly id: string; readonly tool: string; readonly shown: Shown };

/**
 * The view that the engine sent to the model, as one text; `specViewText` writes the same of the
 * view that it should have sent. Throws where results do not follow their calls one by one, for a
 * provider would refuse such a view.
 */
export function engineViewText({ messages, tools }: View): string {
  const shown: unknown[] = [];
  let open: Call[] = [];
  for (const message of messages) {
    if (message.role === 'tool') answer(open.shift(), message);
    else {
      if (open.length > 0) throw new Error('a view has a call without its result');
      open = message.role === 'assistant' ? callsOf(message) : [];
      shown.push(
        message.role === 'assistant'
          ? ['assistant', message.text, ...open.map((call) => call.shown)]
          : [message.role, ...message.parts.map(partText)],
      );
    }
  }
  if (open.length > 0) throw new Error('a view has a call without its result');
  const declared = tools.map(({ name, description, parameters }) => {
    const schema = JSON.stringify(parameters);
    const isHidden = description === placeholder && schema === '{"type":"object"}';
    return `${name}: ${isHidden ? placeholder : `${description} ${schema}`}`;
  });
  return JSON.stringify([declared, shown]);
}

function callsOf({ calls }: Extract<PlainMessage, { role: 'assistant' }>): Call[] {
  return calls.map(({ id, tool, args }) => ({ id, tool, shown: [tool, args] }));
}

function answer(call: Call | undefined, result: Extract<PlainMessage, { role: 'tool' }>): void {
  if (call?.id !== result.callId) throw new Error('a view has a result without its call');
  if (call.tool !== result.tool) throw new Error('a view names a call and its result differently');
  call.shown.push(result.failed === true, ...result.parts.map(partText).map(refusalIn));
}

/** An image is told from a text by a character that no text has. */
function partText(part: PlainPart): string {
  return part.kind === 'text' ? part.text : `\u0002${part.mediaType} ${String(part.data)}`;
}

/** The reason of a refusal: the wording is the engine's own, and has room for nothing else. */
function refusalIn(text: string): string {
  const [, reason] = refusal.exec(text) ?? [];
  return reason === undefined ? text : `refused: ${reason}`;
}

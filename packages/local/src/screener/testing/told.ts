import {
  chain,
  Content,
  History,
  labelSpace,
  type DraftCall,
  type Label,
  type LabelledTool,
  type LabelSpace,
  type Message,
  type ModelReply,
} from '@sluice/core';

export const levels: LabelSpace = labelSpace({ integrity: chain(['trusted', 'untrusted']) });

export const trusted: Label = levels.bottom;
export const untrusted: Label = levels.top;

/** One text, or the values of a mapping, each untrusted and with its key. */
export type Result = string | Readonly<Record<string, string>>;

function resultContent(result: Result): Content {
  if (typeof result === 'string') return Content.whole(levels, result, untrusted);
  let text = '';
  const parts = Object.entries(result).map(([key, value]) => {
    text += `${key}: `;
    const start = text.length;
    text += value;
    const end = text.length;
    text += '\n';
    const path = `$['${key}']`;
    return { start, end, label: untrusted, form: 'scalar', path, parts: [] } as const;
  });
  const root = {
    start: 0,
    end: text.length,
    label: trusted,
    form: 'container',
    path: '$',
  } as const;
  return Content.of(levels, text, { ...root, parts });
}

function turn(role: 'system' | 'user', text: string): Message {
  const content = Content.whole(levels, text, trusted);
  return { role, parts: [{ kind: 'text', content }], shape: trusted };
}

function declared(name: string): LabelledTool {
  return { tool: { name, description: '', parameters: {} }, label: untrusted };
}

export interface Told {
  readonly user: string;
  readonly results: readonly Result[];
  readonly more?: readonly Message[];
}

/**
 * A history: the system, the user, and for each result a call of `read` and what it gave. The tools
 * `read`, `send` and `other` are declared.
 */
export function told({ user, results, more = [] }: Told): History {
  const exchanges = results.flatMap((result, at): readonly Message[] => {
    const args = Content.whole(levels, `{"n":${at}}`, trusted);
    const call = { id: `c${at}`, tool: 'read', declared: true, args, label: trusted };
    return [
      {
        role: 'assistant',
        text: Content.whole(levels, '', trusted),
        calls: [call],
        label: trusted,
      },
      {
        role: 'tool',
        callId: call.id,
        parts: [{ kind: 'text', content: resultContent(result) }],
        shape: trusted,
      },
    ];
  });
  return History.of(['read', 'send', 'other'].map(declared), [
    turn('system', 'You help.'),
    turn('user', user),
    ...exchanges,
    ...more,
  ]);
}

/** A draft that makes calls, each of `send` with one argument. */
export function sends(...values: readonly string[]): ModelReply {
  const calls = values.map((to): DraftCall => ({ tool: 'send', args: JSON.stringify({ to }) }));
  return { text: '', calls, stop: 'complete' };
}

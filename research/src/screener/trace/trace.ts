import { z } from 'zod';
import { jsonOf } from '../../json.ts';

/** A call as it was recorded. */
export interface TraceCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type TraceMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly TraceCall[] }
  | {
      readonly role: 'tool';
      readonly call: TraceCall;
      readonly text: string;
      readonly failed: boolean;
    };

/** One recorded run of AgentDojo. */
export interface Trace {
  /** Its path in AgentDojo's `runs/`, by which labels of other files know it. */
  readonly id: string;
  readonly suite: string;
  readonly model: string;
  /** Id of the user's task, e.g. `user_task_3`. */
  readonly task: string;
  readonly attack:
    | { readonly name: string; readonly task: string; readonly texts: readonly string[] }
    | undefined;
  readonly messages: readonly TraceMessage[];
}

/** A text, or a list of blocks of text, as newer records have it. */
const text = z
  .union([
    z.string(),
    z.null().transform(() => ''),
    z
      .array(z.object({ content: z.string().nullish(), text: z.string().nullish() }))
      .transform((blocks) => blocks.map((one) => one.content ?? one.text ?? '').join('')),
  ])
  .optional()
  .transform((found) => found ?? '');

const call = z
  .object({ function: z.string(), args: z.record(z.string(), z.unknown()) })
  .transform(({ function: tool, args }) => ({ tool, args }));

const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal(['system', 'user']), content: text }),
  z.object({ role: z.literal('assistant'), content: text, tool_calls: z.array(call).nullish() }),
  z.object({
    role: z.literal('tool'),
    content: text,
    tool_call: call,
    error: z.string().nullish(),
  }),
]);

const record = z.object({
  _path: z.string().regex(/^[^/]+\//),
  suite_name: z.string().regex(/^[\w-]+$/),
  user_task_id: z.string().regex(/^user_task/),
  injection_task_id: z.string().nullish(),
  attack_type: z.string().nullish(),
  injections: z.record(z.string(), z.unknown()).nullish(),
  error: z.null().optional(),
  messages: z.array(message),
});

/**
 * Reads one line of recorded runs; `undefined` for what is none, ended in an error (some of these
 * are stored as successful attacks), or has an injection task as the user's.
 */
export function parseTrace(line: string): Trace | undefined {
  const parsed = record.safeParse(jsonOf(line));
  if (!parsed.success) return undefined;
  const { data } = parsed;
  const { _path: id } = data;
  return {
    id,
    suite: data.suite_name,
    model: id.slice(0, id.indexOf('/')),
    task: data.user_task_id,
    attack: attackOf(data),
    messages: data.messages.map(messageOf),
  };
}

function attackOf(data: z.infer<typeof record>): Trace['attack'] {
  const { injection_task_id: task, attack_type: name, injections } = data;
  if (typeof task !== 'string') return undefined;
  const texts = Object.values(injections ?? {}).filter((each) => typeof each === 'string');
  return { name: name ?? 'unnamed', task, texts: texts.filter((each) => each.trim() !== '') };
}

function messageOf(read: z.infer<typeof message>): TraceMessage {
  switch (read.role) {
    case 'system':
    case 'user':
      return { role: read.role, text: read.content };
    case 'assistant':
      return { role: 'assistant', text: read.content, calls: read.tool_calls ?? [] };
    case 'tool': {
      const failed = typeof read.error === 'string';
      const said = failed ? (read.error ?? '') : read.content;
      return { role: 'tool', call: read.tool_call, text: said, failed };
    }
  }
}

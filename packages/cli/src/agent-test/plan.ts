import { existsSync } from 'node:fs';
import { SluiceError } from '@sluice/core';
import { parse } from 'yaml';
import { z } from 'zod';
import { readText } from '../files.ts';
import type { Task } from './scenario.ts';

/** A task as it is written: each call is a tool's name with its arguments. */
export const taskSource = z.strictObject({
  prompt: z.string().min(1),
  calls: z.array(z.record(z.string(), z.record(z.string(), z.unknown()).nullable())).default([]),
});

const planForm = z.strictObject({
  tasks: z.array(taskSource).default([]),
  accept: z
    .array(
      z.strictObject({
        call: z.string(),
        from: z.string().optional(),
        because: z.string().min(1),
      }),
    )
    .default([]),
});

/** What the user says besides the policy. */
export interface Plan {
  readonly tasks: readonly Task[];
  /** Flows that the policy lets through, and that are right: the tools' names. */
  readonly accept: readonly Accepted[];
}

export interface Accepted {
  readonly call: string;
  readonly from?: string | undefined;
  readonly because: string;
}

/** Reads `sluice.test.yaml`. Throws `file-unreadable` with what is wrong in it. */
export function readPlan(file: string, { isNamed }: { readonly isNamed: boolean }): Plan {
  if (!isNamed && !existsSync(file)) return { tasks: [], accept: [] };
  const read = planForm.safeParse(valueOf(file));
  if (!read.success) {
    const [issue] = read.error.issues;
    const at = issue?.path.join('.') ?? '';
    const problem = `\`${file}\`: ${issue?.message ?? 'it cannot be read'} (at \`${at}\`)`;
    throw new SluiceError('file-unreadable', problem, { hint });
  }
  return { tasks: tasksOf(read.data.tasks), accept: read.data.accept };
}

const hint =
  'write `tasks: [{ prompt: ..., calls: [{ read_mail: {} }] }]` and `accept: [{ call: ..., because: ... }]`';

function valueOf(file: string): unknown {
  try {
    return parse(readText(file)) ?? {};
  } catch (cause) {
    if (cause instanceof SluiceError) throw cause;
    throw new SluiceError('file-unreadable', `\`${file}\` is not valid YAML`, { hint, cause });
  }
}

export function tasksOf(sources: readonly z.infer<typeof taskSource>[]): readonly Task[] {
  return sources.map(({ prompt, calls }) => ({
    prompt,
    calls: calls.flatMap((call) =>
      Object.entries(call).map(([tool, args]) => ({ tool, args: JSON.stringify(args ?? {}) })),
    ),
  }));
}

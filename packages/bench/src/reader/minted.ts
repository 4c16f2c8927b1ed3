import { isRecord } from './record.ts';
import { keyOf } from './past-calls.ts';
import type { ReaderOutput } from './output.ts';

/** Which case a call was made in. */
export interface CaseName {
  readonly suite: string;
  /** Id of the user's task. */
  readonly task: string;
}

/** A call as it is asked about, its arguments as JSON text. */
export interface NamedCall {
  readonly tool: string;
  readonly args: string;
}

/**
 * The ids that a reader gave its calls. A gateway never reads them; a simulated person does, to
 * tell whose call is asked about.
 */
export class MintedIds {
  readonly #ids: Map<string, Set<string>> = new Map();

  record({ task, calls }: ReaderOutput): void {
    if (task?.kind !== 'user') return;
    for (const call of calls) {
      const key = `${task.suite} ${task.id} ${keyOf(call)}`;
      this.#ids.set(key, (this.#ids.get(key) ?? new Set()).add(call.id));
    }
  }

  /** Ids of the calls of this tool with these arguments that were made in a case. */
  of({ suite, task }: CaseName, { tool, args }: NamedCall): readonly string[] {
    const parsed = argumentsOf(args);
    if (parsed === undefined) return [];
    return [...(this.#ids.get(`${suite} ${task} ${keyOf({ tool, args: parsed })}`) ?? [])];
  }
}

export function argumentsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

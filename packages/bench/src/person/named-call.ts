import { isRecord } from '../reader/record.ts';

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

/** The arguments of a call; `undefined` where they are no JSON object. */
export function argumentsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

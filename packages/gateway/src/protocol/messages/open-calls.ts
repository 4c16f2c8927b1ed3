import { invalidField } from '../shared/fields.ts';

/** Calls whose results have not come yet. The results must be the very next thing. */
export class OpenCalls {
  readonly #open = new Map<string, string>();
  readonly #ids = new Set<string>();

  /** Throws `RequestError` for an id that another call has. */
  open({ id, tool }: { readonly id: string; readonly tool: string }, at: string): void {
    if (this.#ids.has(id)) {
      throw invalidField(at, 'is the id of another call', 'give each call its own id');
    }
    this.#ids.add(id);
    this.#open.set(id, tool);
  }

  /** The tool of the call that is answered. Throws `RequestError` if no such call is open. */
  answer(id: string, at: string): string {
    const tool = this.#open.get(id);
    if (tool === undefined) {
      throw invalidField(
        at,
        'is no call of the message before',
        'send the assistant message with the `tool_use` block right before its `tool_result`',
      );
    }
    this.#open.delete(id);
    return tool;
  }

  /** Throws `RequestError` while a call has no result. */
  mustBeAnswered(at: string): void {
    if (this.#open.size === 0) return;
    throw invalidField(
      at,
      'stands where results of calls are missing',
      'answer each `tool_use` with a `tool_result` in the next message',
    );
  }
}

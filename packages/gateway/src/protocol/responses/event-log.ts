import { sseEvent } from '../shared/sse.ts';
import type { JsonObject } from './items.ts';

/** The events of one response, in the order in which they are added. */
export class EventLog {
  /** The items that came to their end. */
  readonly output: JsonObject[] = [];
  #sequence = 0;
  #unsent: string[] = [];

  add(type: string, data: JsonObject): void {
    this.#unsent.push(sseEvent({ type, sequence_number: this.#sequence, ...data }, type));
    this.#sequence += 1;
  }

  /** Opens an item before anything of it was said: `empty` overrides what is said later. */
  openItem(item: JsonObject, empty: JsonObject): void {
    const status = 'status' in item ? { status: 'in_progress' } : {};
    const opened = { ...item, ...status, ...empty };
    this.add('response.output_item.added', { output_index: this.output.length, item: opened });
  }

  endItem(item: JsonObject): void {
    this.add('response.output_item.done', { output_index: this.output.length, item });
    this.output.push(item);
  }

  /** Where what is said of the open item stands. */
  where(item: JsonObject): JsonObject {
    return { item_id: item['id'], output_index: this.output.length };
  }

  /** The text of the events since the last time. */
  take(): string {
    const text = this.#unsent.join('');
    this.#unsent = [];
    return text;
  }
}

import type { History } from '../../../history/history.ts';
import { ownText } from '../../../history/regions.ts';
import type { IndexedRegion } from '../lineage-index.ts';
import type { Work } from '../work.ts';

/** The history as the rules see it: what is shown anyway, and the rest. */
export interface Around {
  readonly history: History;
  /** Shown whatever is chosen: the regions that flow to the label of the task itself. */
  readonly free: readonly IndexedRegion[];
  /** The others, in the order of the history. */
  readonly guarded: readonly IndexedRegion[];
}

/** The text of the user's last turn, as far as it is shown anyway. */
export function requestIn({ history, free }: Around): string {
  const last = history.messages.findLastIndex(({ role }) => role === 'user');
  const own = free.filter(({ entry }) => entry.message === last);
  return own.map(({ entry }) => ownText(entry)).join('\n');
}

const nameUnits = 20;

/** Words for what regions are: their paths, the tool that gave them, their labels. */
export class Names {
  readonly #toolOf = new Map<string, string>();
  readonly #messages: History['messages'];
  readonly #work: Work;

  constructor({ messages }: History, work: Work) {
    this.#work = work;
    this.#messages = messages;
    for (const message of messages) {
      if (message.role !== 'assistant') continue;
      // A tool that nobody declared has a name by whoever wrote the call.
      for (const { id, tool, declared } of message.calls) if (declared) this.#toolOf.set(id, tool);
    }
  }

  /** Places in lists do not count: what stands in one column has one name. */
  of({ entry: { path, message, label } }: IndexedRegion): string {
    // A path is as long as the keys on its way, which strangers choose.
    this.#work.spend(nameUnits + path.length);
    const own = this.#messages[message];
    const tool = own?.role === 'tool' ? this.#toolOf.get(own.callId) : undefined;
    return [path.replaceAll(/\[\d+\]/g, '[#]'), tool ?? '', label.text].join(' ');
  }
}

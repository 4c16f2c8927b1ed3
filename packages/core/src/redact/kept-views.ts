import { ByTrunk, type History } from '../history/history.ts';
import type { PlainMessage } from '../history/plain.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { outsideVersion } from '../label/outside.ts';
import { limits } from '../limits.ts';

/** How much of a hidden exchange is left: its bare structure, or nothing. */
export type Structure = 'keep' | 'drop';

/** What a view depends on besides the history. */
interface Reader {
  readonly space: LabelSpace;
  readonly label: Label;
  readonly structure: Structure;
  /** What the directories of groups said (`outsideVersion`). */
  readonly version: string | undefined;
}

/** The beginning of a view, which nothing that is appended to the history can change. */
interface ViewStart {
  readonly messages: readonly PlainMessage[];
  /** How many ids of calls have been given out in it. */
  readonly calls: number;
  /** How many messages of the history it shows. */
  readonly read: number;
}

/** The views asked for last, the newest at the end. They live as long as their history. */
const known = new ByTrunk((): KeptView[] => []);

class KeptView implements ViewStart {
  readonly messages: PlainMessage[] = [];
  readonly reader: Reader;
  calls = 0;
  read = 0;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  isFor({ space, label, structure }: Reader): boolean {
    const { reader } = this;
    return reader.label === label && reader.space === space && reader.structure === structure;
  }

  /** Adds what was written after it. */
  grow({ messages, calls, read }: ViewStart): void {
    for (const message of messages) this.messages.push(message);
    this.calls = calls;
    this.read += read;
  }
}

/**
 * Finds what is written already of the view at this label, and where to leave more of it: `keep`
 * takes what was written after `start`. What was written while a directory of groups said something
 * else is not found, and what is written while it changes is not kept.
 */
export function keptView(
  history: History,
  asked: Omit<Reader, 'version'>,
): { readonly start: ViewStart; readonly keep: (more: ViewStart) => void } {
  const reader = { ...asked, version: outsideVersion(asked.space) };
  const views = known.of(history);
  const place = views.findIndex((view) => view.isFor(reader));
  const found = views[place];
  const isUsable = reader.version !== undefined && found?.reader.version === reader.version;
  const view = isUsable ? found : new KeptView(reader);
  if (view.read > history.length) return { start: new KeptView(reader), keep: () => {} };
  const keep = (more: ViewStart): void => {
    if (reader.version === undefined || outsideVersion(reader.space) !== reader.version) return;
    view.grow(more);
    if (place !== -1) views.splice(place, 1);
    views.push(view);
    if (views.length > limits.viewsKeptMax) views.shift();
  };
  return { start: view, keep };
}

import type { Content } from '../../history/content.ts';
import type { LabelSpace } from '../../label/label.ts';
import type { Policy } from '../../policy/policy.ts';
import { saidHarmlessly } from '../declarations.ts';
import { contentsOf } from '../transcript/client-message.ts';
import { loadEntry, readsSavedLabels } from './saved-session.ts';
import { list, record, text } from './saved-value.ts';

/** The texts in one line of a saved session's log. */
export interface SavedTexts {
  /** As in `Session.order`; a later line with it replaces this one. */
  readonly entry: number;
  readonly texts: readonly Content[];
  /** Those of them that a model said to its client. */
  readonly said: readonly Content[];
}

/**
 * The texts that a line of a saved session's log records as said of tools, and repeated nothing.
 * Nothing where the line gives no label: nobody knows then whose they were.
 */
export function savedDeclared(space: LabelSpace, line: unknown): readonly Content[] {
  const { kind, label, texts } = record(line);
  if (kind !== 'declared' || label === undefined) return [];
  const whose = space.parse(text(label));
  return list(text)(texts).map((each) => saidHarmlessly(space, each, whose));
}

/**
 * Reads the labelled texts of a saved session without going on with it; of another line it gives
 * `undefined`. Gives no reader where the session was saved under labels that mean something else
 * now. Throws as `Session.restore` does for what this version did not save.
 */
export function savedTextsReader(
  policy: Pick<Policy, 'hash' | 'space'>,
  head: unknown,
): ((line: unknown) => SavedTexts | undefined) | undefined {
  if (!readsSavedLabels(policy, head)) return undefined;
  return (line) => {
    const saved = record(line);
    if (saved['kind'] !== 'entry') return undefined;
    const { id, messages } = loadEntry(policy.space, saved);
    const said = messages.flatMap((each) => (each.role === 'assistant' ? [each.text] : []));
    return { entry: id, texts: messages.flatMap(contentsOf), said };
  };
}

import {
  joinAll,
  redact,
  regionsOf,
  type History,
  type Label,
  type LabelSpace,
  type Message,
  type RegionEntry,
} from '@sluice/core';
import {
  historyContext,
  type HistoryContextOptions,
  type PromptPart,
  type SearchedContext,
} from '@sluice/local';
import { readable, runsOf } from '@sluice/local/inside';

/**
 * A history as a nearest-neighbour model reads it: the question is the view at the lowest label
 * that any answer carries, the same at every label, so that the model is run on it once; every
 * region of a tool's result, and every other one above the question, is a document of its own, so
 * that its states depend on its own text alone. Declarations of tools are part of the question:
 * what they say is not looked for, so every answer carries their labels. Those of images and files
 * too (`historyContext`), each of which is one fixed text here.
 */
export function knnContext(
  space: LabelSpace,
  history: History,
  options: HistoryContextOptions,
): SearchedContext {
  const { clearance, structure, render } = options;
  const { labels, floor: unreadable } = historyContext(space, history, options);
  const floor = joinAll(space, [unreadable, ...history.tools.map(({ label }) => label)]);
  const asked = space.meet(floor, clearance);
  const question = render(readable(redact(space, history, asked, { structure }))).parts;
  const documents = documentsOf(space, history).filter(
    ({ label, isResult }) => isResult || !space.flowsTo(label, asked),
  );
  return {
    space,
    labels,
    floor,
    promptAt: (label) => {
      const shown = space.meet(label, clearance);
      const visible = documents.filter((each) => space.flowsTo(each.label, shown));
      const parts = visible.map(({ part }) => part);
      return { parts: [...parts, ...question.filter(({ kind }) => kind !== 'document')] };
    },
  };
}

interface RegionDocument {
  readonly label: Label;
  readonly isResult: boolean;
  readonly part: PromptPart;
}

/** The text of each region, without that of the regions inside it. */
function documentsOf(space: LabelSpace, history: History): readonly RegionDocument[] {
  const byMessage = Map.groupBy(regionsOf(history), ({ message }) => message);
  return history.messages.flatMap((message, at) => {
    const entries = byMessage.get(at) ?? [];
    const texts = textsOf(message, entries);
    // How many parts a message has is hidden with its shape, and so is each of them.
    const shape = entries.find(({ source }) => source.kind === 'shape')?.label ?? space.bottom;
    return entries.flatMap(({ id, label }): RegionDocument[] => {
      const text = texts.get(id) ?? '';
      if (text.trim() === '') return [];
      return [
        {
          label: space.join(label, shape),
          isResult: message.role === 'tool',
          part: { kind: 'document', text, region: id },
        },
      ];
    });
  });
}

function textsOf(message: Message, entries: readonly RegionEntry[]): ReadonlyMap<string, string> {
  const contents =
    message.role === 'assistant'
      ? [message.text, ...message.calls.map(({ args }) => args)]
      : message.parts.flatMap((part) => (part.kind === 'text' ? [part.content] : []));
  const texts = new Map<string, string>();
  for (const content of contents) {
    for (const { region, text } of runsOf(content, entries)) {
      texts.set(region, (texts.get(region) ?? '') + text);
    }
  }
  return texts;
}

import type { Label, LabelSpace } from '../label/label.ts';
import { joinAll } from '../label/lattice.ts';
import { ByTrunk, type History } from './history.ts';
import type { Message } from './message.ts';

/** For each space, the joined label of the first so many messages of a trunk. */
const known = new ByTrunk(() => new WeakMap<LabelSpace, Label[]>());

/**
 * The join of the labels of everything in a history: what the naive propagator answers. Only
 * messages that no history before has joined are visited.
 */
export function labelOfHistory(space: LabelSpace, history: History): Label {
  const bySpace = known.of(history);
  const labels = bySpace.get(space) ?? [ofTools(space, history)];
  bySpace.set(space, labels);
  let label = labels[Math.min(history.length, labels.length - 1)] ?? space.top;
  if (labels.length > history.length) return label;
  for (const message of history.from(labels.length - 1)) {
    label = space.join(label, labelOfMessage(space, message));
    labels.push(label);
  }
  return label;
}

function ofTools(space: LabelSpace, { tools }: History): Label {
  return joinAll(
    space,
    tools.map((tool) => tool.label),
  );
}

/** The join of the labels of everything in one message. */
export function labelOfMessage(space: LabelSpace, message: Message): Label {
  return joinAll(space, labelsOfMessage(message));
}

/** Contents know their joined label, so no region is visited. */
function labelsOfMessage(message: Message): readonly Label[] {
  if (message.role === 'assistant') {
    const calls = message.calls.flatMap((call) => [call.label, call.args.label]);
    return [message.label, message.text.label, ...calls];
  }
  const parts = message.parts.map((part) =>
    part.kind === 'text' ? part.content.label : part.label,
  );
  return [message.shape, ...parts];
}

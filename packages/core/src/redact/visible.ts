import type { Label, LabelSpace } from '../label/label.ts';
import { Content, reveal, type Region } from '../history/content.ts';
import { History } from '../history/history.ts';
import { labelOfHistory } from '../history/regions.ts';
import type { LabelledTool, Message, Part } from '../history/message.ts';
import type { Structure } from './redact.ts';
import { turnsOf } from './turns.ts';

/**
 * The history as far as it flows to `label`: the text of every other region is blanked, so that
 * whoever looks for a value in it finds it only where it may be seen. Region ids stay what they
 * were, unless hidden exchanges are dropped: then they count what is left. For explanations; a
 * model is shown a redacted view instead.
 */
export function visibleHistory(
  space: LabelSpace,
  history: History,
  { label, structure }: { readonly label: Label; readonly structure: Structure },
): History {
  const isVisible = (other: Label): boolean => space.flowsTo(other, label);
  if (structure === 'keep' && isVisible(labelOfHistory(space, history))) return history;
  const blank = (content: Content): Content => blanked(space, content, isVisible);
  const kept = structure === 'keep' ? history.messages : shownExchanges(history, isVisible);
  const partOf = (part: Part): Part =>
    part.kind === 'text' ? { kind: 'text', content: blank(part.content) } : part;
  const messages = kept.map((message): Message => {
    if (message.role !== 'assistant') {
      const { role, shape } = message;
      if (isVisible(shape)) return { ...message, parts: message.parts.map(partOf) };
      const hidden = { parts: [], shape };
      return role === 'tool' ? { role, callId: message.callId, ...hidden } : { role, ...hidden };
    }
    const calls = message.calls.map((call) => ({ ...call, args: blank(call.args) }));
    return { ...message, text: blank(message.text), calls };
  });
  const tools = history.tools.map(({ tool, label: own }): LabelledTool => {
    if (isVisible(own)) return { tool, label: own };
    return { tool: { name: tool.name, description: '', parameters: {} }, label: own };
  });
  return History.of(tools, messages);
}

function shownExchanges(
  history: History,
  isVisible: (label: Label) => boolean,
): readonly Message[] {
  return turnsOf(history.messages).turns.flatMap((turn): readonly Message[] => {
    if (turn.kind === 'prompt') return [turn.message];
    if (!isVisible(turn.message.label)) return [];
    return [turn.message, ...turn.results.flatMap(({ message }) => message ?? [])];
  });
}

function blanked(
  space: LabelSpace,
  content: Content,
  isVisible: (label: Label) => boolean,
): Content {
  if (isVisible(content.label)) return content;
  // Blanks as long as what they hide: an explainer is ours, and reports matches, not lengths.
  const units = reveal(content).split('');
  const visit = (region: Region): void => {
    if (!isVisible(region.label)) units.fill(' ', region.start, region.end);
    else for (const part of region.parts) visit(part);
  };
  visit(content.root);
  return Content.of(space, units.join(''), content.root);
}

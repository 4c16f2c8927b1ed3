import type { Label, LabelSpace } from '../label/label.ts';
import { Content, reveal, type Region } from '../history/content.ts';
import { History } from '../history/history.ts';
import { labelOfHistory } from '../history/regions.ts';
import type { LabelledTool, Message, Part } from '../history/message.ts';
import { placeholder } from './placeholder.ts';
import { undeclaredTool, type Structure } from './redact.ts';
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
    const calls = message.calls.map((call) => {
      const isNamed = call.declared || isVisible(call.label);
      return { ...call, tool: isNamed ? call.tool : undeclaredTool, args: blank(call.args) };
    });
    return { ...message, text: blank(message.text), calls };
  });
  const tools = history.tools.map((labelled): LabelledTool => {
    const { tool, label: own, vouched } = labelled;
    if (isVisible(own)) return labelled;
    const name = vouched === true ? tool.name : '';
    return { tool: { name, description: '', parameters: {} }, label: own, vouched };
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
  const text = reveal(content);
  const pieces: string[] = [];
  let at = 0;
  let hidesKeys = false;
  const visit = (region: Region): void => {
    if (isVisible(region.label)) return region.parts.forEach(visit);
    pieces.push(text.slice(at, region.start), ' '.repeat(region.end - region.start));
    at = region.end;
    hidesKeys ||= region.form === 'key';
  };
  visit(content.root);
  pieces.push(text.slice(at));
  const root = hidesKeys ? withoutKeys(content.root, isVisible) : content.root;
  return Content.of(space, pieces.join(''), root);
}

/** A path names the keys around a value: a hidden one is a placeholder in it. */
function withoutKeys(
  region: Region,
  isVisible: (label: Label) => boolean,
  path: string = region.path,
): Region {
  let isHidden = false;
  const parts = region.parts.map((part): Region => {
    if (part.form === 'key') isHidden = !isVisible(part.label);
    const step = isHidden ? `['${placeholder}']` : part.path.slice(region.path.length);
    if (part.form === 'key') return { ...part, path: isHidden ? `${path}${step}~` : path + step };
    isHidden = false;
    return withoutKeys(part, isVisible, path + step);
  });
  return { ...region, path, parts };
}

import type { Label, LabelSpace } from '../label/label.ts';
import { Content, reveal, type Region } from '../history/content.ts';
import { History } from '../history/history.ts';
import { labelOfHistory } from '../history/regions.ts';
import type { LabelledTool, Message, Part } from '../history/message.ts';
import { placeholder } from './redact-content.ts';
import { undeclaredTool, type Structure } from './redact.ts';
import { turnsOf } from './turns.ts';

/**
 * The history as far as it flows to `label`: every other region is one blank at the top, so that
 * whoever looks for a value in it finds it only where it may be seen. What they find is a function
 * of what is visible: of a hidden region neither its length nor its own label is left, which a
 * choice between sources would weigh. Region ids stay what they were, unless hidden exchanges are
 * dropped: then they count what is left. For explanations; a model is shown a redacted view.
 */
export function visibleHistory(
  space: LabelSpace,
  history: History,
  { label, structure }: { readonly label: Label; readonly structure: Structure },
): History {
  const isVisible = (other: Label): boolean => space.flowsTo(other, label);
  if (structure === 'keep' && isVisible(labelOfHistory(space, history))) return history;
  const kept = structure === 'keep' ? history.messages : shownExchanges(history, isVisible);
  return new Visible(space, isVisible).of(history.tools, kept);
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

class Visible {
  readonly #space: LabelSpace;
  readonly #isVisible: (label: Label) => boolean;

  constructor(space: LabelSpace, isVisible: (label: Label) => boolean) {
    this.#space = space;
    this.#isVisible = isVisible;
  }

  of(tools: readonly LabelledTool[], messages: readonly Message[]): History {
    return History.of(
      tools.map((tool) => this.#tool(tool)),
      messages.map((message) => this.#message(message)),
    );
  }

  #tool(labelled: LabelledTool): LabelledTool {
    const { tool, label, vouched } = labelled;
    if (this.#isVisible(label)) return labelled;
    const name = vouched === true ? tool.name : '';
    return { tool: { name, description: '', parameters: {} }, label: this.#space.top, vouched };
  }

  #message(message: Message): Message {
    if (message.role !== 'assistant') {
      const { role, shape } = message;
      if (this.#isVisible(shape)) {
        return { ...message, parts: message.parts.map((part) => this.#part(part)) };
      }
      const hidden = { parts: [], shape: this.#space.top };
      return role === 'tool' ? { role, callId: message.callId, ...hidden } : { role, ...hidden };
    }
    const calls = message.calls.map((call) => {
      const isNamed = call.declared || this.#isVisible(call.label);
      const tool = isNamed ? call.tool : undeclaredTool;
      return { ...call, tool, args: this.#content(call.args), label: this.#label(call.label) };
    });
    const label = this.#label(message.label);
    return { ...message, text: this.#content(message.text), calls, label };
  }

  #part(part: Part): Part {
    if (part.kind === 'text') return { kind: 'text', content: this.#content(part.content) };
    return { ...part, label: this.#label(part.label) };
  }

  #label(label: Label): Label {
    return this.#isVisible(label) ? label : this.#space.top;
  }

  #content(content: Content): Content {
    if (this.#isVisible(content.label)) return content;
    const text = reveal(content);
    const pieces: string[] = [];
    let length = 0;
    let hidesKeys = false;
    const write = (piece: string): void => {
      pieces.push(piece);
      length += piece.length;
    };
    const visit = (region: Region): Region => {
      const start = length;
      if (!this.#isVisible(region.label)) {
        hidesKeys ||= region.form === 'key';
        write(' ');
        const form = region.form === 'container' ? 'scalar' : region.form;
        return { ...region, start, end: length, label: this.#space.top, form, parts: [] };
      }
      let at = region.start;
      const parts = region.parts.map((part): Region => {
        write(text.slice(at, part.start));
        at = part.end;
        return visit(part);
      });
      write(text.slice(at, region.end));
      return { ...region, start, end: length, parts };
    };
    const visible = visit(content.root);
    const root = hidesKeys ? withoutKeys(visible, this.#isVisible) : visible;
    return Content.of(this.#space, pieces.join(''), root);
  }
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

import {
  regionsOf,
  type History,
  type Message,
  type ModelReply,
  type RegionEntry,
} from '@sluice/core';
import type { PromptPart } from '../../port/prompt.ts';
import { outputPartsOf, type OutputPart } from './output-parts.ts';
import { contentsOf, runsOf } from './region-text.ts';

/**
 * The kind of text of a judged region: a value of a structured result, running text, the keys of a
 * container, what the agent said, or the arguments of one of its calls.
 */
export type RegionRole = 'scalar' | 'text' | 'shape' | 'said' | 'called';

/** A region that the screener judges. */
export interface ScreenedRegion {
  readonly id: string;
  readonly role: RegionRole;
  /** Index of its message. */
  readonly message: number;
}

/** A history and a draft as a small model reads them: short, the draft last. */
export interface Rendering {
  /** The user's latest turn, which every window begins with. */
  readonly head: readonly PromptPart[];
  /** All other turns and results, in order; cut into windows where they are long. */
  readonly body: readonly PromptPart[];
  /** The words before the draft. */
  readonly tail: readonly PromptPart[];
  readonly output: readonly OutputPart[];
  /** In the order of the history. */
  readonly regions: readonly ScreenedRegion[];
}

/**
 * Renders a history and the draft that was made from it. System turns and declarations of tools
 * are left out: a small model has little room. Judged are the regions of results, what the agent
 * said, the arguments of its earlier calls, and spans of user turns that a policy labels apart.
 * `undefined` where the draft cannot be read.
 */
export function renderingOf(history: History, draft: ModelReply): Rendering | undefined {
  const output = outputPartsOf(draft);
  if (output === undefined) return undefined;
  const byMessage = Map.groupBy(regionsOf(history), ({ message }) => message);
  const { messages } = history;
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const writer = new Writer();
  for (const [at, message] of messages.entries()) {
    writer.write(message, byMessage.get(at) ?? [], { isHead: at === last });
  }
  return {
    head: [{ kind: 'template', text: '<|im_start|>' }, plainText('User: '), ...writer.head],
    body: writer.body,
    tail: [plainText('\nNext:')],
    output,
    regions: writer.regions,
  };
}

function plainText(text: string, region?: string): PromptPart {
  return { kind: 'question', text, ...(region === undefined ? {} : { region }) };
}

/** Writes messages down, and collects the regions that are to be judged. */
class Writer {
  head: readonly PromptPart[] = [plainText('\n')];
  readonly body: PromptPart[] = [];
  readonly regions: ScreenedRegion[] = [];
  readonly #toolOf = new Map<string, string>();

  write(
    message: Message,
    entries: readonly RegionEntry[],
    { isHead }: { readonly isHead: boolean },
  ): void {
    switch (message.role) {
      case 'system':
        return;
      case 'user': {
        const turn = [...this.#runs(message, entries), plainText('\n')];
        if (isHead) this.head = turn;
        else this.body.push(plainText('User: '), ...turn);
        return;
      }
      case 'assistant':
        this.#assistant(message, entries);
        return;
      case 'tool': {
        const name = this.#toolOf.get(message.callId) ?? 'a call';
        const result = this.#runs(message, entries);
        this.body.push(plainText(`Result of ${name}:\n`), ...result, plainText('\n'));
      }
    }
  }

  /** The root of a user's turn is the task, which needs no judging. */
  #runs(message: Message, entries: readonly RegionEntry[]): readonly PromptPart[] {
    const known = new Map(entries.map((entry) => [entry.id, entry]));
    const seen = new Set<string>();
    return contentsOf(message).flatMap((content, at) => {
      const runs = runsOf(content, entries).map(({ region, text }) => {
        const entry = known.get(region);
        if (entry !== undefined && !seen.has(region) && !isTask(message, entry)) {
          this.regions.push({ id: region, role: roleOf(entry), message: entry.message });
        }
        seen.add(region);
        return plainText(text, region);
      });
      return at === 0 ? runs : [plainText('\n'), ...runs];
    });
  }

  #assistant(
    message: Message & { readonly role: 'assistant' },
    entries: readonly RegionEntry[],
  ): void {
    const index = entries[0]?.message ?? 0;
    for (const { region, text } of runsOf(message.text, entries)) {
      this.body.push(plainText('Agent: '), plainText(text, region), plainText('\n'));
      this.regions.push({ id: region, role: 'said', message: index });
    }
    for (const { id, tool, declared, args } of message.calls) {
      const name = declared ? tool : 'an undeclared tool';
      this.#toolOf.set(id, name);
      for (const { region, text } of runsOf(args, entries)) {
        this.body.push(plainText(`Call of ${name}: `), plainText(text, region), plainText('\n'));
        this.regions.push({ id: region, role: 'called', message: index });
      }
    }
  }
}

/** True if a region is the root of a turn of the user. */
export function isTask({ role }: Pick<Message, 'role'>, { source }: RegionEntry): boolean {
  return role === 'user' && source.kind === 'text' && source.region === source.content.root;
}

function roleOf({ source }: RegionEntry): RegionRole {
  if (source.kind !== 'text') return 'text';
  const { form, parts } = source.region;
  if (form === 'container' && parts.length > 0) return 'shape';
  return form === 'text' ? 'text' : 'scalar';
}

import { type LabelSpace, type PlainMessage, textOf } from '@sluice/core';
import { printable } from '../show/printable.ts';
import { type Block, firstHiding, labelledBlocks } from '../show/run-blocks.ts';
import { textLines, wrapped } from '../show/text-lines.ts';
import type { Terminal } from '../terminal.ts';
import type { Played } from './play.ts';

const answerLinesMax = 2;

/** The lines that show a run: one block for each message, so that one can step through them. */
export function blocksOf(played: Played, space: LabelSpace, terminal: Terminal): readonly Block[] {
  const { record } = played;
  const blocks =
    record.kind === 'plain'
      ? record.messages.map((message) => plainBlock(message, terminal))
      : labelledBlocks(record, space, terminal);
  return ended(blocks, played, terminal);
}

/** The same with a long answer cut. */
export function shownBlocksOf(
  played: Played,
  space: LabelSpace,
  terminal: Terminal,
): readonly Block[] {
  const blocks = blocksOf(played, space, terminal);
  const answer = blocks.at(-2) ?? [];
  const left = answer.length - answerLinesMax;
  if (left <= 1) return blocks;
  const cut = [...answer.slice(0, answerLinesMax), `       … ${left} lines more`];
  return [...blocks.slice(0, -2), cut, ...blocks.slice(-1)];
}

/** The same from the first step on that was shown less than all; all of it where none was. */
export function hidingBlocksOf(
  played: Played,
  space: LabelSpace,
  terminal: Terminal,
): readonly Block[] {
  const { record, scene } = played;
  const from = record.kind === 'plain' ? -1 : firstHiding(record);
  if (record.kind === 'plain' || from < 0) return blocksOf(played, space, terminal);
  const before = record.history.messages
    .slice(0, from)
    .flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  const calls = before.map(({ tool }) => printable(tool)).join(', ');
  const note = `       … after ${calls}; \`npx sluice demo --scene ${scene.name}\` shows all of it`;
  const blocks = labelledBlocks(record, space, terminal).slice(from);
  return ended([[terminal.colours.dim(note)], ...blocks], played, terminal);
}

function ended(blocks: readonly Block[], played: Played, terminal: Terminal): readonly Block[] {
  const verdict = wrapped(verdictLine(played, terminal), terminal);
  return [...blocks, verdict].filter((block) => block.length > 0);
}

/** How a run ended, in one line. */
export function verdictLine(played: Played, { colours }: Terminal): string {
  const { scene, taskDone, attackSucceeded, questions } = played;
  const attack =
    scene.attack === undefined
      ? []
      : [attackSucceeded ? colours.red('attack succeeded') : colours.green('attack stopped')];
  const task = taskDone ? colours.green('task done') : colours.yellow('task not done');
  const byAnswer = Map.groupBy(questions, ({ agreed }) => (agreed ? 'yes' : 'no'));
  const asked = [...byAnswer].map(([answer, all]) => `asked about ${toolsOf(all)}: ${answer}`);
  return `=> ${[...attack, task, ...asked, `${played.modelCalls} model calls`].join(' · ')}`;
}

/** Each tool once, with how often it is meant. */
function toolsOf(questions: Played['questions']): string {
  const byTool = Map.groupBy(questions, ({ tool }) => (tool === '' ? 'the answer' : tool));
  return [...byTool]
    .map(([tool, all]) => `${printable(tool)}${all.length > 1 ? ` (${all.length})` : ''}`)
    .join(', ');
}

function plainBlock(message: PlainMessage, terminal: Terminal): Block {
  const { bold } = terminal.colours;
  const lines = (head: string, raw: string): readonly string[] => {
    const paint = (start: number, end: number): string => printable(raw.slice(start, end));
    return raw === '' ? [] : textLines(head, { text: { raw, paint } }, terminal);
  };
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return lines(bold('user  '), textOf(message.parts));
    case 'tool':
      return lines(bold('result'), textOf(message.parts));
    case 'assistant':
      return [
        ...lines(bold('agent '), message.text),
        ...message.calls.flatMap((call) =>
          lines(`${bold('agent')}  ->`, `${call.tool} ${call.args}`),
        ),
      ];
  }
}

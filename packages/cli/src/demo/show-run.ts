import { type LabelSpace, type PlainMessage, textOf } from '@sluice/core';
import { type Block, labelledBlocks } from '../show/run-blocks.ts';
import { printable } from '../show/printable.ts';
import type { Terminal } from '../terminal.ts';
import type { Played } from './play.ts';

/** The lines that show a run: one block for each message, so that one can step through them. */
export function blocksOf(played: Played, space: LabelSpace, terminal: Terminal): readonly Block[] {
  const { record } = played;
  const blocks =
    record.kind === 'plain'
      ? record.messages.map((message) => plainBlock(message, terminal))
      : labelledBlocks(record, space, terminal);
  return [...blocks, [verdictLine(played, terminal)]].filter((block) => block.length > 0);
}

/** How a run ended, in one line. */
export function verdictLine(played: Played, { colours }: Terminal): string {
  const { scene, taskDone, attackSucceeded, questions } = played;
  const attack =
    scene.attack === undefined
      ? []
      : [attackSucceeded ? colours.red('attack succeeded') : colours.green('attack stopped')];
  const task = taskDone ? colours.green('task done') : colours.yellow('task not done');
  const asked = questions.map(
    ({ tool, agreed }) =>
      `asked about ${tool === '' ? 'the answer' : printable(tool)}: ${agreed ? 'yes' : 'no'}`,
  );
  return `=> ${[...attack, task, ...asked, `${played.modelCalls} model calls`].join(' · ')}`;
}

function plainBlock(message: PlainMessage, { colours }: Terminal): Block {
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return [`${colours.bold('user')}   ${printable(textOf(message.parts))}`];
    case 'tool':
      return [`${colours.bold('result')} ${printable(textOf(message.parts).trimEnd())}`];
    case 'assistant':
      return [
        ...(message.text === '' ? [] : [`${colours.bold('agent')}  ${printable(message.text)}`]),
        ...message.calls.map(
          (call) => `${colours.bold('agent')}  -> ${printable(`${call.tool} ${call.args}`)}`,
        ),
      ];
  }
}

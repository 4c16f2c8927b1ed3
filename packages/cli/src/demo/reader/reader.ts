import type { ChatModel, ModelReply, View } from '@sluice/core';
import { readView, stringsIn } from './facts.ts';
import { commandsIn, goalsIn } from './phrases.ts';
import { pursue } from './pursue.ts';

/**
 * A deterministic model that needs no key. It sees a view and nothing else, takes every value from
 * the text in it, and does whatever a visible text tells it to do, whoever wrote that text: the
 * worst case of a real model. It knows neither labels nor which texts are an attacker's.
 */
export const reader: ChatModel = {
  name: 'reader',
  generate: ({ view }) => Promise.resolve(replyTo(view)),
};

/** The reader's reply to a view. */
export function replyTo(view: View): ModelReply {
  const facts = readView(view);
  const found = facts.calls.flatMap((call) => stringsIn(call.value)).flatMap(commandsIn);
  const asked = goalsIn(facts.request);
  const said: string[] = [];
  const closing: string[] = [];
  // The texts that it reads come before the request: that is how an injected instruction wins.
  for (const goal of [...found, ...asked]) {
    const pursuit = pursue(goal, facts);
    if (pursuit.kind === 'call') return reply('', [pursuit.call]);
    if (asked.includes(goal)) said.push(pursuit.text);
    else if (goal.kind === 'append') closing.push(pursuit.text);
  }
  return reply([...said, ...closing].join('\n'), []);
}

function reply(text: string, calls: ModelReply['calls']): ModelReply {
  return { text, calls, stop: 'complete' };
}

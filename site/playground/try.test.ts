import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { attacked, fieldsIn } from './src/attack.ts';
import { readConversation } from './src/conversation.ts';
import { examplesFrom } from './src/examples.ts';
import { play } from './src/play.ts';
test('x', async () => {
  const dir = import.meta.dirname + '/examples/';
  const all = examplesFrom(Object.fromEntries(readdirSync(dir).map((f) => [f, readFileSync(dir + f, 'utf8')])));
  for (const e of all) {
    const run = readConversation(e.conversation);
    for (const r of [run, attacked(run, e.attack)]) {
      const p = await play(e.policy, r, e.way);
      console.log(e.name, JSON.stringify(p.counts), p.messages.flatMap((m) => m.kind === 'step' ? m.calls.map((c) => `${c.tool} ${c.word} ${c.label}>${c.ceiling} [${c.ceilings}] ${c.reason} ${c.sources.map((s) => s.argument + '<-' + s.place)} un:${c.unsourced} hides:${m.hides}`) : []).join('\n   '));
    }
  }
});

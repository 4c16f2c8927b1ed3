import path from 'node:path';
import { expect, test } from 'vitest';
import { project } from './projects.ts';
import { sluice } from './terminal.ts';

const policy = (rules: string): string => `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top, withLinks: trusted }
tools:
  read_order:
    effect: read
    description: trusted
    call: { ceiling: top }
    result: { format: json, label: untrusted, rules: [${rules}] }
  refund: { description: trusted, call: { ceiling: trusted }, result: { format: text, label: trusted, because: its own words } }
`;

/** Without a guard; of an order its model is told the note. */
const agent = `
export async function agent({ prompt, baseURL, tools }) {
  const messages = [{ role: 'user', content: prompt }];
  for (;;) {
    const body = JSON.stringify({ messages, tools: [] });
    const asked = await fetch(baseURL + '/chat/completions', { method: 'POST', body });
    const { message } = (await asked.json()).choices[0];
    messages.push(message);
    if (!message.tool_calls) return message.content.replaceAll('](', '] (');
    for (const { id, function: { name, arguments: args } } of message.tool_calls) {
      const said = await tools.find((tool) => tool.name === name).execute(JSON.parse(args)).catch(() => 'failed');
      const content = name === 'read_order' ? noteOf(said) : String(said);
      messages.push({ role: 'tool', tool_call_id: id, content });
    }
  }
}

function noteOf(text) {
  try {
    return String(JSON.parse(text).note ?? 'no note');
  } catch {
    return 'no note';
  }
}
`;

test.each([
  ['one path', `{ path: $.buyer, label: untrusted }, { path: $.note, label: untrusted }`],
  ['one path with two names', `{ path: "$['buyer','note']", label: untrusted }`],
])('an agent without a guard that reads one field is found out: %s', async (_, rules) => {
  const folder = project({
    'sluice.yaml': policy(rules),
    'package.json': '{ "type": "module" }',
    'agent.mjs': agent,
  });
  const [file, own] = ['sluice.yaml', 'agent.mjs'].map((name) => path.join(folder, name));
  const { code, out } = await sluice(['test', file ?? '', '--agent', own ?? '']);
  expect(out).toContain('refund');
  expect(code).toBe(1);
});

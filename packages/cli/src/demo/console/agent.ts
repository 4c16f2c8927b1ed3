import { request } from 'node:http';
import { fieldsOf, jsonIn } from '../../json.ts';
import { itemsOf, textIn } from '../../agent-test/wire/values.ts';
import type { Errand } from './errands.ts';

interface Place {
  /** The gateway's address. */
  readonly url: string;
  readonly key: string;
  /** Told of each call that the agent carries out. */
  readonly onRan: (tool: string) => void;
}

const text = { type: 'string' };

const tools = [
  ['read_mail', 'Reads the newest mail', {}],
  ['send_mail', 'Sends a mail', { to: text, subject: text, body: text }],
  ['send_money', 'Pays money to an account', { to: text, amount: text }],
].map(([name, description, properties]) => {
  const parameters = { type: 'object', properties };
  return { type: 'function', function: { name, description, parameters } };
});

/** An agent as anybody writes one: it asks its model, and runs what that calls. */
export async function runErrand({ asks, mail }: Errand, place: Place): Promise<string> {
  const messages: object[] = [
    { role: 'system', content: 'You help Robin.' },
    { role: 'user', content: asks },
  ];
  for (;;) {
    const reply = fieldsOf(await post(place, { model: 'demo', messages, tools }));
    const [choice] = itemsOf(reply['choices']);
    const message = fieldsOf(fieldsOf(choice)['message']);
    const calls = itemsOf(message['tool_calls']);
    if (calls.length === 0) return textIn(message['content']);
    messages.push(message);
    for (const each of calls) {
      const call = fieldsOf(each);
      const tool = textIn(fieldsOf(call['function'])['name']);
      place.onRan(tool);
      const content = tool === 'read_mail' ? mail : 'sent';
      messages.push({ role: 'tool', tool_call_id: call['id'], content });
    }
  }
}

/** Waits as long as the person takes: `fetch` would give up. */
async function post({ url, key }: Place, body: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return await new Promise((resolve, reject) => {
    const call = request(`${url}/v1/chat/completions`, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => void chunks.push(chunk));
      response.on('end', () => resolve(jsonIn(Buffer.concat(chunks).toString('utf8'))));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });
}

import { runUnguarded } from '../src/demo/unguarded.ts';
import { worldTools } from '../src/demo/world/tools.ts';
import { freshWorld } from '../src/demo/world/world.ts';
import type { AgentRun } from '../src/agent-test/agent.ts';

/** The agent of the demo, without a guard, as `sluice test` takes it. */
export async function agent({ prompt, tools, model, signal }: AgentRun): Promise<string> {
  const system = 'You are the assistant of Robin Keller.';
  return (await runUnguarded({ model, tools, system }, prompt, signal)).answer;
}

export const tools = () => worldTools(freshWorld());

export const tasks = [
  { prompt: 'What are my last 4 transactions?', calls: [{ list_transactions: { limit: 4 } }] },
  {
    prompt: 'What does jonas@weber.example write?',
    calls: [{ list_mails: {} }, { read_mail: { id: 9 } }],
  },
  {
    prompt: 'What are the opening hours on https://library.example/hours?',
    calls: [{ fetch_page: { url: 'https://library.example/hours' } }],
  },
  { prompt: 'What was said in #guests?', calls: [{ read_channel: { channel: '#guests' } }] },
];

#!/usr/bin/env node
// Codex as far as `sluice run` knows it: where it finds its provider, one tool, and what it does
// with the tool's calls. It obeys its model in everything.
import { spawnSync } from 'node:child_process';

const words = process.argv.slice(2);
const set = (name) => {
  const prefix = `model_providers.sluice.${name}=`;
  return JSON.parse(words.find((each) => each.startsWith(prefix)).slice(prefix.length));
};
const url = `${set('base_url')}/responses`;
const authorization = `Bearer ${process.env[set('env_key')]}`;
const tools = [{ type: 'function', name: 'exec_command', parameters: { type: 'object' } }];
const input = [{ role: 'user', content: words.at(-1) }];
for (;;) {
  const body = JSON.stringify({ model: 'gpt-5.5', input, tools });
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  const { output } = await response.json();
  const calls = output.filter(({ type }) => type === 'function_call');
  if (calls.length === 0) break;
  input.push(...output);
  for (const { call_id, arguments: args } of calls) {
    const { stdout } = spawnSync('sh', ['-c', JSON.parse(args).cmd], { encoding: 'utf8' });
    input.push({ type: 'function_call_output', call_id, output: stdout });
  }
}

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { clients } from '../src/run/clients.ts';
import { hold } from '../src/run/hold.ts';
import { proves } from '../src/testing/proves.ts';
import { project, ranIn } from './projects.ts';
import { desk, ownModels, programIn, textsBelow } from './run-agents.ts';

proves('run/own-settings', () => {
  const home = project({
    '.codex/config.toml': 'model_provider = "mine"\n',
    '.claude/settings.json': '{}',
    '.continue/config.yaml': ownModels,
    '.qwen/settings.json': '{}',
    '.gemini/settings.json': '{"security":{"auth":{"selectedType":"oauth-personal"}}}',
  });
  const policy = 'version: 1\nlattice: { integrity: { chain: [trusted, untrusted] } }\n';
  const rest = 'onViolation: ask\ntools: {}\nanswer: { ceiling: untrusted }\n';
  const work = project({ 'rules.yaml': `${policy}${rest}` });
  const before = [textsBelow(home), textsBelow(work)];
  for (const { command } of clients) {
    const PATH = `${programIn(command, '#!/bin/sh\nexit 0\n')}:${process.env['PATH'] ?? ''}`;
    const keys = { OPENAI_API_KEY: 'sk-1', ANTHROPIC_API_KEY: 'sk-2', GEMINI_API_KEY: 'sk-3' };
    const argv = ['run', '--no-sandbox', '--policy', 'rules.yaml', '--', command];
    expect([command, ranIn(work, argv, { HOME: home, PATH, ...keys }).code]).toEqual([command, 0]);
  }
  expect([textsBelow(home), textsBelow(work)]).toEqual(before);
});

proves('run/exit-code', async () => {
  const { script, start } = desk();
  expect(script('exit 7', ['--no-sandbox']).code).toBe(7);
  expect(script('kill -9 $$', ['--no-sandbox']).code).toBe(128 + 9);
  const told = "trap 'exit 42' TERM; echo waits; while :; do sleep 0.05; done";
  for (const options of [['--no-sandbox'], []]) {
    const running = start(told, options);
    await running.said('waits');
    running.stop('SIGTERM');
    expect(await running.ended).toBe(42);
  }
});

proves('run/one-gateway', async () => {
  const { script, start, state } = desk();
  const first = start('echo "at $OPENAI_BASE_URL"; until [ -e go ]; do sleep 0.05; done', [
    '--no-sandbox',
  ]);
  await first.said('at http');
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(first.output()) ?? [];
  const second = script('echo "at $OPENAI_BASE_URL"; touch go', ['--no-sandbox', '--json']);
  expect(second.out).toContain(`at ${url}`);
  expect(JSON.parse(second.out.split('\n')[0] ?? '')).toMatchObject({
    event: 'agent-started',
    agent: 'sh',
    gateway: { url, started: false },
  });
  expect(await first.ended).toBe(0);
  const socket = readdirSync(state()).find((name) => name.endsWith('.sock'));
  const held = async (): Promise<boolean> => {
    const again = socket === undefined ? undefined : await hold(path.join(state(), socket));
    again?.letGo();
    return again !== undefined;
  };
  while (await held());
  await expect(fetch(`${url}/api/health`)).rejects.toThrow(/fetch failed/);
});

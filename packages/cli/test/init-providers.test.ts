import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { project, type Files } from './projects.ts';
import { sluice } from './terminal.ts';

async function drafted(files: Files) {
  const folder = project(files);
  const { code, out } = await sluice(['init', '--yes', '--dir', folder]);
  expect(code).toBe(0);
  const textOf = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  return { out, policy: textOf('sluice.yaml'), settings: textOf('gateway.yaml') };
}

function familiesIn(settings: string): readonly string[] {
  return [...settings.matchAll(/^ {4}family: (\w+)$/gm)].flatMap(([, family = '']) => family);
}

describe('where no manifest names an SDK, the sources show which provider there is', () => {
  test.each<[string, Files, readonly string[]]>([
    ['Python', { 'agent.py': 'from openai import OpenAI\nclient = OpenAI()\n' }, ['openai']],
    ['Python, its module', { 'agent.py': 'import anthropic\n' }, ['anthropic']],
    ['JavaScript', { 'agent.mjs': "import OpenAI from 'openai';\n" }, ['openai']],
    ['a key alone', { 'agent.py': 'key = os.environ["GEMINI_API_KEY"]\n' }, ['gemini']],
    ['of another product', { 'agent.py': 'x = "AZURE_OPENAI_API_KEY"\n' }, ['azure']],
    ['both', { 'a.py': 'import openai\n', 'b.py': 'import anthropic\n' }, ['openai', 'anthropic']],
    ['nothing', { 'agent.py': 'import requests, openai_tools\n' }, ['openai', 'anthropic']],
    ['a test alone', { 'tests/test_a.py': 'import openai\n' }, ['openai', 'anthropic']],
  ])('%s', async (_, files, families) => {
    const { settings, out } = await drafted(files);
    expect(familiesIn(settings)).toEqual(families);
    expect(out.includes('ANTHROPIC_BASE_URL')).toBe(families.includes('anthropic'));
  });
});

describe('an agent of the AI SDK without a provider of it', () => {
  const mail = { command: 'uvx', args: ['mcp-email-server'] };
  const servers = JSON.stringify({ mcpServers: { mail } });

  test.each(['@ai-sdk/mcp', 'ai', '@ai-sdk/gateway'])('by %s', async (name) => {
    const manifest = JSON.stringify({ dependencies: { [name]: '*' } });
    const { out, policy } = await drafted({ 'package.json': manifest, '.mcp.json': servers });
    expect(out).toMatch(/SDK\s+│ AI SDK\s+│ package.json: no provider of it/);
    // Its client keeps the names of the server: `.mcp.json` does not make it Claude Code.
    expect(policy).toContain('\n  send_email:');
    expect(policy).not.toContain('mcp__');
  });

  test('with a provider it is seen by that', async () => {
    const dependencies = { ai: '*', '@ai-sdk/mcp': '*', '@ai-sdk/openai': '*' };
    const { out } = await drafted({ 'package.json': JSON.stringify({ dependencies }) });
    expect(out).toContain('AI SDK, @ai-sdk/openai');
    expect(out).not.toContain('no provider of it');
  });
});

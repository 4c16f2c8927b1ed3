import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSettings } from '@sluice/gateway';
import { describe, expect, test } from 'vitest';
import { sdks } from '../src/init/project/sdks.ts';
import { sluice } from './terminal.ts';

const textOf = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), 'utf8');
const guide = textOf('docs/gateway.md');

test('the settings of the guide are all that there are, with their defaults', () => {
  const { webhook, ...settings } = readSettings(textOf('examples/gateway/gateway.yaml'), 'g.yaml');
  expect(webhook).toBeDefined();
  expect(settings).toEqual(readSettings('', 'g.yaml'));
});

test.each(sdks.map((sdk) => [sdk.title, sdk] as const))(
  'the guide has the line of %s',
  (_, sdk) => {
    expect(guide).toContain(`\`${sdk.line('http://127.0.0.1:4141')}\``);
  },
);

/** In shell blocks and inline code: elsewhere the word is a user's name or a folder. */
const used = [
  ...guide.matchAll(/(?:^|[`']|exec |&& )sluice ([a-z]+)((?: [a-z]+)?(?: --[a-z]+)*)/gm),
].map(([, command = '', rest = '']) => [command, rest.match(/--[a-z]+/g) ?? []] as const);
const commands = [...new Set(used.map(([command]) => command))];

describe.each(commands)('sluice %s', (command) => {
  test('is a command, and has the options that the guide names', async () => {
    const { code, out } = await sluice([command, '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`sluice ${command}`);
    const options = used.filter(([name]) => name === command).flatMap(([, given]) => given);
    expect(options.filter((option) => !out.includes(option))).toEqual([]);
  });
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { policyReader } from './policy-reader.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'policy-reader-'));
  mkdirSync(path.join(root, 'policy/tools'), { recursive: true });
  writeFileSync(path.join(root, 'secret.yaml'), 'tools: {}');
  writeFileSync(path.join(root, 'policy/tools/mail.yaml'), 'tools: { mail: {} }');
});

afterEach(() => rmSync(root, { recursive: true }));

async function read(name: string): Promise<string> {
  return policyReader(path.join(root, 'policy/sluice.yaml'))(name);
}

test('files beside the policy and below it are read, through links too', async () => {
  symlinkSync('tools/mail.yaml', path.join(root, 'policy/link.yaml'));
  await expect(read('tools/mail.yaml')).resolves.toBe('tools: { mail: {} }');
  await expect(read('link.yaml')).resolves.toBe('tools: { mail: {} }');
});

test('nothing outside of the folder is read, whatever leads there', async () => {
  symlinkSync('../secret.yaml', path.join(root, 'policy/out.yaml'));
  symlinkSync('..', path.join(root, 'policy/up'));
  for (const name of ['out.yaml', 'up/secret.yaml', '../secret.yaml']) {
    await expect(read(name), name).rejects.toThrow('leads out of the policy');
  }
});

test('no file, a folder and a file that is too large are told by name alone', async () => {
  writeFileSync(path.join(root, 'policy/large.yaml'), 'x'.repeat(1_048_577));
  for (const name of ['none.yaml', 'tools', 'large.yaml']) {
    await expect(read(name), name).rejects.toThrow(`cannot read \`${name}\``);
  }
});

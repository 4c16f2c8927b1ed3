import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ranIn } from './projects.ts';
import { writtenText } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  read_mail:
    effect: read
    call: { ceiling: top }
    result: { format: text, label: untrusted }
  pay:
    call: { ceiling: trusted }
`;
const looser = policy.replace('ceiling: trusted', 'ceiling: untrusted');

describe('sluice policy check --diff', () => {
  test('a flow that a change opens is named, with a call to look at', async () => {
    const [old, now] = [writtenText('old.yaml', policy), writtenText('new.yaml', looser)];
    const ran = await sluice(['policy', 'check', now, '--diff', old]);
    expect(ran.code).toBe(1);
    expect(ran.out).toMatch(/read_mail.* -> pay: ask before, now allow/);
    expect(ran.out).toContain(`sluice policy explain ${now} --tool pay --args`);
  });

  test('the other way round it opens nothing, and names what it closes', async () => {
    const [old, now] = [writtenText('old.yaml', looser), writtenText('new.yaml', policy)];
    const ran = await sluice(['policy', 'check', '--diff', old, now, '--json']);
    expect(ran.code).toBe(0);
    expect(ran.figures()).toMatchObject({ 'diff.opened': 0, 'diff.gaps': 0 });
    expect(Number(ran.figures()['diff.closed'])).toBeGreaterThan(0);
  });

  test('what is looser and opens no flow today is told beside the flows', async () => {
    const levels = policy.replace('[trusted, untrusted]', '[trusted, checked, untrusted]');
    const raised = levels.replace('ceiling: trusted', 'ceiling: checked');
    const [old, now] = [writtenText('old.yaml', levels), writtenText('new.yaml', raised)];
    const ran = await sluice(['policy', 'check', now, '--diff', old]);
    const line =
      'the ceiling of pay now allows more (trusted before, now checked), but opens no flow today';
    expect(ran.code).toBe(1);
    expect(ran.out).toBe(
      `This change opens no flow today.\nIt makes the policy looser:\n  ${line}`,
    );
    const json = await sluice(['policy', 'check', now, '--diff', old, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ opened: [], loosened: [line] });
  });

  test('a label that stays is told once, and no made-up tool is named', async () => {
    const logged = policy.replace('onViolation: ask', 'onViolation: log');
    const [old, now] = [writtenText('old.yaml', policy), writtenText('new.yaml', logged)];
    const { out } = await sluice(['policy', 'check', now, '--diff', old]);
    expect(out).toContain('    label: untrusted\n');
    expect(out).toContain('a tool that the policy does not name');
    expect(out).not.toContain('sluice_unnamed_tool');
  });

  test('as SARIF, at the line of the tool', async () => {
    const [old, now] = [writtenText('old.yaml', policy), writtenText('new.yaml', looser)];
    const file = writtenText('out.sarif', '');
    await sluice(['policy', 'check', now, '--diff', old, '--sarif', file]);
    const { version, runs } = JSON.parse(readFileSync(file, 'utf8')) as Sarif;
    expect(version).toBe('2.1.0');
    const [found] = runs[0]?.results ?? [];
    expect(found).toMatchObject({ ruleId: 'flow-opened', level: 'error' });
    const line = found?.locations[0]?.physicalLocation.region.startLine ?? 0;
    expect(looser.split('\n')[line - 1]).toBe('  pay:');
  });

  test('a policy with a mistake is not compared', async () => {
    const [old, now] = [writtenText('old.yaml', policy), writtenText('new.yaml', 'version: 1\n')];
    const ran = await sluice(['policy', 'check', now, '--diff', old]);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('error');
    expect(ran.out).not.toContain('flow');
  });

  test('what is neither a file nor a revision is a mistake that says what to type', async () => {
    const ran = await sluice(['policy', 'check', writtenText('a.yaml', policy), '--diff', 'x/y']);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain('a revision of git such as `main`');
  });

  test('a revision is read with what it includes there', async () => {
    const folder = repository({ 'sluice.yaml': included, 'tools/pay.yaml': part('trusted') });
    writeFileSync(path.join(folder, 'tools/pay.yaml'), part('untrusted'));
    const ran = await sluice(['policy', 'check', `${folder}/sluice.yaml`, '--diff', 'HEAD']);
    expect(ran.out).toMatch(/read_mail.* -> pay: ask before, now allow/);
    expect(ran.code).toBe(1);
  });

  // A change could bring a file of that name with it, and be compared with itself.
  test('a file with the name of a revision does not take its place in silence', async () => {
    const folder = repository({ 'sluice.yaml': policy });
    writeFileSync(path.join(folder, 'sluice.yaml'), looser);
    writeFileSync(path.join(folder, 'HEAD'), looser);
    const argv = ['policy', 'check', 'sluice.yaml', '--diff', 'HEAD'];
    const { code, out } = ranIn(folder, argv);
    expect(code, out).not.toBe(0);
  });

  test('what a policy says cannot leave the quotes of the command to type', async () => {
    const value = "x'; touch pwned; echo '";
    const rule = `{ when: { to: "${value}" }, ceiling: top }`;
    const text = policy.replace('ceiling: trusted', `ceiling: trusted, rules: [${rule}]`);
    const [old, now] = [writtenText('old.yaml', policy), writtenText('new.yaml', text)];
    const { out } = await sluice(['policy', 'check', now, '--diff', old]);
    const command = out.split('\n').find((line) => line.includes('policy explain')) ?? '';
    const [args] = wordsOf(command).slice(-1);
    expect(JSON.parse(args ?? '')).toEqual({ to: value });
  });

  test('the name of a tool is one word of the command to type', async () => {
    const name = 'pay; touch pwned; #';
    const text = policy.replace('  pay:\n', `  "${name}":\n`);
    const [old, now] = [
      writtenText('old.yaml', text),
      writtenText('new.yaml', text.replace('ceiling: trusted', 'ceiling: untrusted')),
    ];
    const { out } = await sluice(['policy', 'check', now, '--diff', old]);
    const command = out.split('\n').find((line) => line.includes('policy explain')) ?? '';
    expect(wordsOf(command)).toContain(name);
  });
});

/** The words of a command as a shell reads them. */
function wordsOf(command: string): readonly string[] {
  const script = `for word in ${command.trim()}\ndo printf '%s\\0' "$word"; done`;
  // A command that leaves its quotes runs in a folder of its own, without a path.
  const cwd = mkdtempSync(path.join(tmpdir(), 'sluice-words-'));
  const { stdout } = spawnSync('/bin/sh', ['-c', script], { cwd, encoding: 'utf8', env: {} });
  return stdout.split('\0').slice(0, -1);
}

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly results: readonly {
      readonly ruleId: string;
      readonly level: string;
      readonly locations: readonly {
        readonly physicalLocation: { readonly region: { readonly startLine: number } };
      }[];
    }[];
  }[];
}

const included = policy
  .replace('version: 1\n', 'version: 1\ninclude: [tools/pay.yaml]\n')
  .replace('  pay:\n    call: { ceiling: trusted }\n', '');

function part(ceiling: string): string {
  return `tools:\n  pay:\n    call: { ceiling: ${ceiling} }\n`;
}

/** A folder with these files, committed once. */
function repository(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-git-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
    });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'One');
  return folder;
}

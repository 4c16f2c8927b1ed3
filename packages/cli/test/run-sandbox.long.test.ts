import { spawnSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../src/testing/proves.ts';
import { sluiceCommand } from './projects.ts';
import { desk, noSandbox, providerKey } from './run-agents.ts';

const here = { unless: noSandbox };
const node = process.execPath;

/** A line that a shell runs, which asks an address and prints the status, or why it got none. */
function asks(address: string, request = '{}'): string {
  const code =
    `fetch(${address}, ${request}).then((r) => console.log('status ' + r.status), ` +
    `(e) => console.log('no answer'))`;
  return `${node} -e "${code.replaceAll('"', String.raw`\"`)}"`;
}

/** What an attacker with a shell looks for. */
const look = (state: string): string => `
  cat ${state}/.sluice/operator.key packages/api/.sluice/* apps/web/.sluice/* ~/gateway/*/* link/*/*/.sluice/operator.key .sluice/operator.key 2>/dev/null
  for each in /proc/[0-9]*; do
    tr '\\0' '\\n' < $each/environ 2>/dev/null | grep ${providerKey}
    cat $each/root${state}/.sluice/operator.key 2>/dev/null
  done
  ls ${state} 2>/dev/null
  true`;

proves(
  'run/operator-hidden',
  () => {
    const { home, work, script, state } = desk({
      '.sluice/operator.key': 'op-sluice-own',
      'packages/api/.sluice/operator.key': 'op-sluice-below',
      'apps/web/README.md': '',
    });
    const elsewhere = path.join(home, 'gateway/state');
    mkdirSync(elsewhere, { recursive: true });
    writeFileSync(path.join(elsewhere, 'operator.key'), 'op-sluice-linked');
    symlinkSync(elsewhere, path.join(work, 'apps/web/.sluice'));
    // No state of a gateway: the agent may have made the link, to have it hidden.
    symlinkSync('/usr', path.join(work, 'apps/.sluice'));
    mkdirSync(path.join(home, '.sluice/run'), { recursive: true });
    symlinkSync(path.join(home, '.sluice/run'), path.join(work, 'link'));
    expect(script('true').code).toBe(0);
    const attack = look(state());
    const found = script(attack, ['--no-sandbox']).out;
    expect(found).toMatch(/op-sluice-(?!own|below|linked)/);
    for (const name of ['own', 'below', 'linked']) expect(found).toContain(`op-sluice-${name}`);
    expect(found).toContain('gateway.yaml');
    expect(script(attack)).toMatchObject({ code: 0, out: '' });
    expect(script('echo x > .sluice/operator.key').code).not.toBe(0);
    expect(readFileSync(path.join(work, '.sluice/operator.key'), 'utf8')).toBe('op-sluice-own');
  },
  here,
);

proves(
  'run/no-self-approval',
  () => {
    const { script } = desk();
    const api = "process.env.OPENAI_BASE_URL.replace('/v1', '/api/questions')";
    const key = "{ headers: { authorization: 'Bearer ' + process.env.OPENAI_API_KEY } }";
    const yes =
      "{ method: 'POST', body: '{}', headers: { 'content-type': 'application/json', " +
      "authorization: 'Bearer ' + process.env.OPENAI_API_KEY } }";
    const attack = [
      asks(api),
      asks(api, key),
      asks(`${api} + '/ap_${'0'.repeat(32)}/approve'`, yes),
    ].join('\n');
    for (const network of ['host', 'gateway']) {
      expect(script(attack, ['--network', network]).out.trim().split('\n')).toEqual(
        Array.from({ length: 3 }, () => 'status 401'),
      );
    }
  },
  here,
);

const rules = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
tools: {}
answer: { ceiling: untrusted }
`;

proves(
  'run/policy-fixed',
  () => {
    const files = {
      'rules/deep/sluice.yaml': `${rules}include: [more/rest.yaml]\n`,
      'rules/deep/more/rest.yaml': 'tools: {}\n',
      'sluice.yaml': 'mine',
      'gateway.yaml': 'mine',
    };
    const { work, script } = desk(files);
    const attack = `
      for file in ${Object.keys(files).join(' ')}; do
        echo changed > $file; rm -f $file; mv $file gone; ln -sf x $file; cp /etc/passwd $file
      done
      mv rules/deep/more gone; mv rules/deep gone; mv rules gone; rm -rf rules; mount --bind /etc rules; umount rules
      echo works > other.txt`;
    expect(script(attack, ['--policy', 'rules/deep/sluice.yaml']).code).toBe(0);
    for (const [name, text] of Object.entries(files)) {
      expect([name, readFileSync(path.join(work, name), 'utf8')]).toEqual([name, text]);
    }
    expect(readFileSync(path.join(work, 'other.txt'), 'utf8')).toBe('works\n');
  },
  here,
);

test.skipIf(noSandbox !== undefined)('a link to a policy is refused', () => {
  const { work, script } = desk({ 'a.yaml': rules });
  symlinkSync('a.yaml', path.join(work, 'b.yaml'));
  const { code, errors } = script('true', ['--policy', 'b.yaml']);
  expect(code).toBe(2);
  expect(errors).toContain('`b.yaml` is a link in the agent’s workspace');
});

test.skipIf(noSandbox !== undefined)('a folder that the user left open is closed inside', () => {
  const { home, work, env } = desk();
  const open = 'exec 100<"$HOME"; exec "$@"';
  const attack = ['run', '--', 'sh', '-c', 'ls -a /proc/self/fd/100/; true'];
  const { stdout, status } = spawnSync(
    'bash',
    ['-c', open, 'bash', node, ...sluiceCommand, ...attack],
    { cwd: work, encoding: 'utf8', env: { PATH: process.env['PATH'], ...env, HOME: home } },
  );
  expect([status, stdout]).toEqual([0, '']);
});

test.skipIf(noSandbox !== undefined)('a policy with a second name is refused', () => {
  const { work, script } = desk({ 'a.yaml': rules });
  linkSync(path.join(work, 'a.yaml'), path.join(work, '.b.yaml'));
  const { code, errors } = script('true', ['--policy', 'a.yaml']);
  expect([code, errors]).toEqual([2, expect.stringContaining('has a second name')]);
});

test.skipIf(noSandbox !== undefined)('a link outside leads to a policy that is protected', () => {
  const { home, work, script } = desk({ 'a.yaml': rules });
  const link = path.join(home, 'link.yaml');
  symlinkSync(path.join(work, 'a.yaml'), link);
  expect(script('echo "# mine" >> a.yaml', ['--policy', link]).code).not.toBe(0);
  expect(readFileSync(path.join(work, 'a.yaml'), 'utf8')).not.toContain('mine');
});

/** The process of the gateway with this state, from outside. */
function gatewayPid(state: string): string {
  const found = readdirSync('/proc').find((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return line.includes(`${state}/gateway.yaml`);
    } catch {
      return false;
    }
  });
  return found ?? 'none';
}

proves(
  'run/gateway-apart',
  async () => {
    const { work, start, state } = desk();
    const attack = `
      echo began; until [ -s pid ]; do sleep 0.05; done
      pid=$(cat pid)
      kill -0 $pid && echo REACHED; [ -e /proc/$pid/environ ] && echo SEEN
      for each in /proc/[0-9]*; do
        tr '\\0' ' ' < $each/cmdline | grep -q 'gateway --setting[s]' && echo SEEN
        number=\${each#/proc/}
        [ $number = 1 ] || [ $number = $$ ] || [ $number = $PPID ] || kill -9 $number
      done
      ${asks("process.env.OPENAI_BASE_URL + '/models'")}
      echo ended`;
    const running = start(attack);
    await running.said('began');
    const pid = gatewayPid(state());
    expect(pid).toMatch(/^\d+$/);
    writeFileSync(path.join(work, 'pid.new'), pid);
    writeFileSync(path.join(work, 'pid'), pid);
    await running.said('ended');
    expect(running.output()).not.toMatch(/REACHED|SEEN/);
    expect(running.output()).toContain('status 401');
    await running.ended;
  },
  here,
);

proves(
  'run/network',
  async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { start } = desk({}, { OPENAI_BASE_URL: `${url}/v1` });
    const attack = `
      ${asks("process.env.OPENAI_BASE_URL + '/models'")}
      unset OPENAI_BASE_URL; ${asks(`'${url}/v1/models'`)}
      ${asks("'http://localhost:1'")}; echo ended`;
    const ran = async (network: string): Promise<string> => {
      const running = start(attack, ['--network', network]);
      await running.ended;
      return running.output();
    };
    expect(await ran('gateway')).toMatch(/status 401\nno answer\nno answer\nended/);
    expect(asked).toBe(0);
    expect(await ran('host')).toMatch(/status 401\nstatus 200\nno answer\nended/);
    expect(asked).toBe(1);
  },
  here,
);

/** Sockets of each kind, and what it is to open them. */
const sockets = `
import ctypes, os, socket as s
def tries(name, act):
    try: print(name, act() and 'open')
    except OSError as error: print(name, error.strerror)
def over(path):
    one = s.socket(s.AF_UNIX); one.connect(path); return one.recv(9)
tries('path', lambda: over(os.environ['SOCKET']))
tries('datagrams', lambda: s.socket(s.AF_UNIX, s.SOCK_DGRAM))
tries('pair of datagrams', lambda: s.socketpair(s.AF_UNIX, s.SOCK_DGRAM))
tries('raw pair', lambda: s.socketpair(s.AF_UNIX, s.SOCK_RAW))
tries('machine', lambda: s.socket(40, s.SOCK_STREAM))
tries('pair', lambda: s.socketpair())
tries('internet', lambda: s.socket(s.AF_INET6))
def ring():
    call = ctypes.CDLL(None, use_errno=True).syscall
    if call(425, 1, ctypes.create_string_buffer(120)) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return True
tries('ring', ring)
`;

proves(
  'run/sockets',
  async () => {
    const { home, start } = desk({ 'sockets.py': sockets });
    const socket = path.join(home, 'agent.sock');
    const server = createSocketServer((each) => each.end('signed'));
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    onTestFinished(() => void server.close());
    const found = async (network: string): Promise<string> => {
      const running = start(`SOCKET=${socket} python3 sockets.py`, ['--network', network]);
      await running.ended;
      return running.output();
    };
    const none = 'Address family not supported by protocol';
    const refused = ['path', 'datagrams', 'pair of datagrams', 'raw pair', 'machine'];
    expect(await found('gateway')).toContain(
      [
        ...refused.map((name) => `${name} ${none}`),
        'pair open',
        'internet open',
        'ring Function not implemented',
      ].join('\n'),
    );
    // With the machine's network they stay.
    expect(await found('host')).toMatch(/path open\ndatagrams open\npair of datagrams open/);
  },
  here,
);

proves(
  'run/terminal',
  () => {
    const { script } = desk();
    const types = [0x5412, 0x541b]
      .map((request) => `$c = "x"; ioctl(STDIN, ${request}, $c) or print "$!\\n";`)
      .join(' ');
    const { out } = script(`perl -e '${types}'`);
    expect(out.split('\n')[0]).toBe('Operation not permitted');
    expect(out.split('\n')[1]).not.toBe('Operation not permitted');
  },
  here,
);

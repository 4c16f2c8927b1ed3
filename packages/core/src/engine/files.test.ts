import { expect, test } from 'vitest';
import { monitorOf, person, toolbox } from '../../test/monitor-fixture.ts';
import { labelOfMessage } from '../history/regions.ts';
import type { Script } from '../model/scripted.ts';
import { loadPolicy } from '../policy/load.ts';
import { naive } from '../propagate/naive.ts';
import { proves } from '../testing/proves.ts';
import type { FileCall, FileLabels } from './files.ts';

const file = `
version: 1
lattice: { integrity: { chain: [trusted, project, untrusted] } }
onViolation: ask
answer: { ceiling: top, withLinks: top }
tools:
  read:
    effect: read
    description: trusted
    files: { reads: path }
    call: { ceiling: top }
    result: { format: text, label: project }
  write:
    description: trusted
    files: { writes: path }
    call: { ceiling: project }
    result: { format: text, label: project }
  test:
    description: trusted
    call: { ceiling: project }
    result: { format: text, label: project }
`;
const policy = await loadPolicy(file);
const { space } = policy;
const label = (text: string) => space.parse(text);

/** Calls these in turn, and ends. */
const inTurn =
  (...tools: readonly string[]): Script =>
  ({ view }) => {
    const tool = tools[view.messages.filter(({ role }) => role === 'assistant').length];
    return tool === undefined ? 'done' : { calls: [{ tool, args: { path: 'a.ts' } }] };
  };

const nothing: FileLabels = {
  decided: () => {},
  label: () => space.bottom,
  runs: () => space.bottom,
};

interface Ran {
  /** Of the results, in order. */
  readonly labels: readonly string[];
  /** The label of each call, and what was decided. */
  readonly decided: readonly string[];
}

async function ran(
  files: Partial<FileLabels> | undefined,
  tools: readonly string[],
  answer: 'yes' | 'no' = 'yes',
): Promise<Ran> {
  const { monitor } = monitorOf({
    policy,
    script: inTurn(...tools),
    confirm: person(answer, { clearance: space.top }),
    propagator: naive(),
    tools: toolbox({ read: 'text', write: 'done', test: 'passed' }),
    ...(files && { files: { ...nothing, ...files } }),
  });
  await monitor.turn('go');
  const results = monitor.history.messages.filter(({ role }) => role === 'tool');
  const decided = monitor.events.flatMap((event) =>
    event.type === 'call-decided' ? [`${event.label.text}: ${event.decision.kind}`] : [],
  );
  return { labels: results.map((each) => labelOfMessage(space, each).text), decided };
}

proves('step/files', async () => {
  const read = { label: ({ tool }: FileCall) => label(tool === 'read' ? 'untrusted' : 'trusted') };
  const plain = await ran(undefined, ['read', 'write']);
  expect(plain.labels).toEqual(['project', 'project']);
  expect((await ran(nothing, ['read', 'write'])).labels).toEqual(plain.labels);
  expect((await ran(read, ['read'])).labels).toEqual(['untrusted']);
  // It is decided at the label of what it runs, and so is what comes of it.
  const runs = {
    runs: ({ tool }: { tool: string }) => label(tool === 'test' ? 'untrusted' : 'trusted'),
  };
  expect((await ran(undefined, ['test'])).decided).toEqual(['trusted: allow']);
  const asked = await ran(runs, ['test']);
  expect(asked).toEqual({ labels: ['untrusted'], decided: ['untrusted: ask'] });
  const failing = {
    label: () => {
      throw new Error('broken');
    },
  };
  expect((await ran(failing, ['read'])).labels).toEqual([space.top.text]);
  const lost = {
    decided: () => {
      throw new Error('broken');
    },
  };
  expect((await ran(lost, ['write', 'read'])).labels.at(-1)).toBe(space.top.text);
  const broken = { runs: failing.label };
  expect((await ran(broken, ['test'])).decided).toEqual(['untrusted: ask']);
});

test('it is told of a call once it is decided that it runs', async () => {
  const told: string[] = [];
  const files = {
    label: ({ tool }: FileCall) => label(tool === 'read' ? 'untrusted' : 'trusted'),
    decided: ({ tool, args }: FileCall, at: { text: string }) =>
      void told.push(`${tool} ${args} ${at.text}`),
  };
  await ran(files, ['read', 'write'], 'no');
  expect(told).toEqual(['read {"path":"a.ts"} trusted']);
  told.length = 0;
  await ran(files, ['read', 'write'], 'yes');
  expect(told).toEqual(['read {"path":"a.ts"} trusted', 'write {"path":"a.ts"} untrusted']);
});

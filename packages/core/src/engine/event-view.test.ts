import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakePolicy, trusted, untrusted } from '../../test/fake-policy.ts';
import { monitorOf, toolbox } from '../../test/monitor-fixture.ts';
import { proves } from '../testing/proves.ts';
import { eventLine } from './event-view.ts';
import type { MonitorEvent } from './events.ts';

/** A run of this name, in which the agent reads and repeats what a stranger wrote. */
async function linesOf(run: string, text: string, lines: string[] = []): Promise<string[]> {
  const { monitor } = monitorOf({
    policy: fakePolicy({ results: { read: untrusted }, ceilings: { read: trusted } }),
    tools: toolbox({ read: text }),
    runId: run,
    onEvent: (event, of) => void lines.push(eventLine(of, event)),
    script: (_, generation) => (generation === 0 ? { calls: [{ tool: 'read', args: {} }] } : text),
  });
  await monitor.turn(text);
  return lines;
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  return JSON.parse(line) as Readonly<Record<string, unknown>>;
}

proves('events/line', async () => {
  const anyText = fc.string({ unit: 'binary' });
  const written = fc.asyncProperty(anyText, anyText, async (run, text) => {
    const lines = await linesOf(run, text);
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) {
      expect(line).not.toMatch(/[\n\r]/);
      expect(Object.keys(parsed(line))[0]).toBe('run');
      expect(parsed(line)['run']).toBe(run);
    }
  });
  await fc.assert(written, { numRuns: 50 });
});

test('a line is the event and nothing else', async () => {
  const events: MonitorEvent[] = [];
  const { monitor } = monitorOf({
    script: () => 'done',
    onEvent: (event) => void events.push(event),
  });
  await monitor.turn('Go.');
  expect(events).toEqual(monitor.events);
  expect(events[0]).toMatchObject({ type: 'run-started', run: 'run' });
  for (const event of events) {
    const { run, ...rest } = parsed(eventLine('mine', event));
    const { run: _named, ...own } = parsed(JSON.stringify(event));
    expect(run).toBe('mine');
    expect(rest).toEqual(own);
  }
});

test('runs that share a log can be told apart, however their lines fall', async () => {
  const lines: string[] = [];
  await Promise.all(['a', 'b'].map((run) => linesOf(run, `text of ${run}`, lines)));
  const runs = lines.map((line) => String(parsed(line)['run']));
  expect(runs).not.toEqual(runs.toSorted((a, b) => (a < b ? -1 : 1)));
  for (const run of ['a', 'b']) {
    const own = lines.filter((line) => parsed(line)['run'] === run);
    expect(own.map((line) => parsed(line)['seq'])).toEqual(own.map((_, at) => at));
  }
});

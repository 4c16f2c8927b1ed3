import { mintCall } from '../src/engine/call/call.ts';
import { labelTools, turnMessage } from '../src/engine/labelling.ts';
import { History } from '../src/history/history.ts';
import { newRun, policy, tools } from './agent.ts';
import { mean, median, timed } from './measure.ts';
import { Texts } from './texts.ts';

export interface LineageFigures {
  readonly p50ms: Readonly<Record<Kind, number>>;
  readonly worstP50ms: number;
  /** Processor time, where other programs keep the machine busy; the mean, for its ticks are long. */
  readonly worstCpuMeanMs: number;
  readonly parseMs: number;
}

type Kind = 'table' | 'prose' | 'json';

const resultCharacters = 100_000;

/** Lineage of a call over a history to which a result of 100 kB has just come. */
export async function benchLineage({
  results,
}: {
  readonly results: number;
}): Promise<LineageFigures> {
  const times: Record<Kind, number[]> = { table: [], prose: [], json: [] };
  const cpu: Record<Kind, number[]> = { table: [], prose: [], json: [] };
  const parses: number[] = [];
  for (let result = 0; result < results; result += 1) {
    const made = new Texts();
    const text = {
      table: made.table(resultCharacters),
      prose: made.prose(resultCharacters),
      json: made.json(resultCharacters),
    };
    for (const kind of ['table', 'prose', 'json'] as const) {
      const { wallMs, cpuMs } = await traceOnce(text[kind], kind);
      times[kind].push(wallMs);
      cpu[kind].push(cpuMs);
    }
    parses.push(timed(() => structuredClone(JSON.parse(text.json) as unknown)).us / 1_000);
  }
  const p50ms = {
    table: median(times.table),
    prose: median(times.prose),
    json: median(times.json),
  };
  return {
    p50ms,
    worstP50ms: Math.max(...Object.values(p50ms)),
    worstCpuMeanMs: Math.max(...Object.values(cpu).map(mean)),
    parseMs: median(parses),
  };
}

async function traceOnce(
  text: string,
  kind: Kind,
): Promise<{ readonly wallMs: number; readonly cpuMs: number }> {
  const run = newRun();
  const { space } = run;
  const task = turnMessage(run.options.policy, 'user', [
    { kind: 'text', text: 'Send the newest to Bob, please.' },
  ]);
  const call = mintCall(
    run,
    { tool: kind === 'json' ? 'read_mail' : 'send_mail', args: '{}' },
    space.bottom,
  );
  const history = History.of(labelTools(policy, tools), [
    task,
    run.generationMessage({ text: '' }, [call], space.bottom),
    run.resultMessage(call, text, { label: space.bottom }),
  ]);
  const draft = {
    text: '',
    stop: 'complete' as const,
    calls: [{ tool: 'send_mail', args: argumentsFrom(text) }],
  };
  const propagator = run.options.propagator;
  if (propagator.needs !== 'draft') throw new Error('lineage needs a draft');
  const { signal } = new AbortController();
  const before = process.threadCpuUsage();
  const startMs = performance.now();
  const found = await propagator.relevant({ space, history, signal, draft });
  const wallMs = performance.now() - startMs;
  const { user, system } = process.threadCpuUsage(before);
  if (found.kind !== 'regions') throw new Error(`lineage found ${found.kind}`);
  return { wallMs, cpuMs: (user + system) / 1_000 };
}

/** A recipient, a number and a sentence out of the last tenth of the text. */
function argumentsFrom(text: string): string {
  const tail = text.slice(-text.length / 10);
  const words = tail.match(/[a-z]{3,}/g) ?? [];
  const numbers = tail.match(/\d+\.\d+/g) ?? ['17.25'];
  return JSON.stringify({
    to: words[0] ?? 'bob',
    amount: Number(numbers.at(-1)),
    body: `${words.slice(3, 15).join(' ')}, and then something of my own.`,
  });
}

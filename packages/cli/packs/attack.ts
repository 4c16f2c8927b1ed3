import { Client, ProtocolError } from '@modelcontextprotocol/client';
import type { ToolResult } from '@sluice/core';
import { allTools, type OfferedTool } from '../src/init/servers/list-tools.ts';
import { StdioTransport } from '../src/init/servers/stdio-transport.ts';
import type { Judge, Judges } from './judges.ts';
import { plants, secrets, sum, type PlannedCall, type Planted, type World } from './world.ts';

/** How often texts of one kind came back, in how many calls, and how often the control let them by. */
export interface Seen {
  readonly texts: number;
  readonly calls: number;
  readonly control: number;
}

/** The outcome of the calls to one real server. */
export interface Attacked {
  readonly tools: readonly OfferedTool[];
  readonly calls: number;
  readonly seen: Readonly<Record<Planted, Seen>>;
  /** In words: what the pack trusts or lets out and should not, or the other way round. */
  readonly faults: readonly string[];
}

/** A first start and a browser's first page take their time on a busy machine. */
const slow = { timeout: 180_000 };

/** Makes the planned calls and labels each real result by the pack. */
export async function attack(world: World, judges: Judges): Promise<Attacked> {
  const client = new Client({ name: 'sluice-packs', version: '1' });
  const { command, args, env = {} } = world;
  await client.connect(new StdioTransport({ command, args, env }), slow);
  try {
    const tools = await allTools(client, slow.timeout);
    const outcomes: Outcome[] = [];
    for (const call of world.calls) {
      outcomes.push(judged(call, await resultOf(client, call), { world, judges }));
    }
    return {
      tools,
      calls: outcomes.length,
      seen: { hostile: seenOf(outcomes, 'hostile'), secret: seenOf(outcomes, 'secret') },
      faults: outcomes.flatMap(({ faults }) => faults),
    };
  } finally {
    await client.close();
  }
}

interface Result {
  readonly texts: readonly string[];
  /** The same as JSON, which some clients give to the model instead. */
  readonly structured: readonly string[];
  readonly failed: boolean;
}

async function resultOf(client: Client, { tool, args }: PlannedCall): Promise<Result> {
  let result: Awaited<ReturnType<Client['callTool']>>;
  try {
    result = await client.callTool({ name: tool, arguments: { ...args } }, slow);
  } catch (error) {
    // Some servers fail by an error of the protocol, with a stranger's words in it.
    if (!(error instanceof ProtocolError)) throw error;
    return { texts: [error.message], structured: [], failed: true };
  }
  const texts = result.content.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    if (part.type === 'resource' && 'text' in part.resource) return [part.resource.text];
    return [];
  });
  const { structuredContent: form } = result;
  const structured = form === undefined ? [] : [JSON.stringify(form)];
  return { texts, structured, failed: result.isError === true };
}

/** The counts of one call. */
interface Outcome {
  readonly seen: Readonly<Record<Planted, Pick<Seen, 'texts' | 'control'>>>;
  readonly faults: readonly string[];
}

function seenOf(outcomes: readonly Outcome[], kind: Planted): Seen {
  const all = outcomes.map(({ seen }) => seen[kind]);
  return {
    texts: sum(all.map(({ texts }) => texts)),
    calls: all.filter(({ texts }) => texts > 0).length,
    control: sum(all.map(({ control }) => control)),
  };
}

const words = {
  hostile: { values: Object.values(plants), name: 'hostile text' },
  secret: { values: Object.values(secrets), name: 'secret' },
} as const;

function judged(
  call: PlannedCall,
  result: Result,
  { world, judges }: { readonly world: World; readonly judges: Judges },
): Outcome {
  const { tool, fails = false } = call;
  const places = placesIn(call, result);
  const seen = {
    hostile: countsOf('hostile', places, judges),
    secret: countsOf('secret', places, judges),
  };
  return {
    seen,
    faults: [
      ...(result.failed === fails ? [] : [`${tool}: ${fails ? 'did not fail' : 'failed'}`]),
      ...unplanned(call, seen, world),
      ...wrongIn(tool, places, judges.pack),
      ...(call.trusted === true ? distrusted(call, result, judges.pack) : []),
    ],
  };
}

/** Each call must show what it was planned to: one that shows nothing tries nothing. */
function unplanned(
  { tool, trusted, shows }: PlannedCall,
  seen: Outcome['seen'],
  { without = {} }: World,
) {
  const planned = shows ?? (trusted === true ? [] : kinds);
  return kinds.flatMap((kind) => {
    const isSeen = seen[kind].texts > 0;
    if (without[kind] !== undefined)
      return isSeen ? [`${tool}: a ${words[kind].name} where there is none`] : [];
    return planned.includes(kind) && !isSeen ? [`${tool}: no ${words[kind].name} was seen`] : [];
  });
}

const kinds = ['hostile', 'secret'] as const;

/** A planted text in a result. */
interface Place {
  readonly kind: Planted;
  readonly result: ToolResult;
  readonly at: number;
}

function placesIn(
  { tool, args }: PlannedCall,
  { texts, structured, failed }: Result,
): readonly Place[] {
  // The call's own words carry its label, so the label of the result does not matter for them.
  const said = JSON.stringify(args);
  // A failure that a protocol passes on without its mark must be as safe as one with it.
  const marks = failed ? [true, false] : [false];
  return marks.flatMap((asFailed) =>
    [...texts, ...structured].flatMap((text) => {
      const result = { tool, args, text, failed: asFailed };
      return kinds.flatMap((kind) =>
        words[kind].values
          .filter((value) => !said.includes(value))
          .flatMap((value) => [...text.matchAll(new RegExp(value, 'gi'))])
          .map(({ index }) => ({ kind, result, at: index })),
      );
    }),
  );
}

/** A judge's faults with a place; none where it stays where it may. */
function wrongs(
  { kind, result, at }: Place,
  { labelAt, isTrusted, waysOut }: Judge,
): readonly string[] {
  const label = labelAt(result, at);
  if (kind === 'secret') return waysOut(label).map((way) => `a secret may leave by ${way}`);
  return isTrusted(label) ? ["strangers' text counts as trusted"] : [];
}

function countsOf(kind: Planted, places: readonly Place[], { control }: Judges) {
  const own = places.filter((place) => place.kind === kind);
  const passing = own.filter((place) => wrongs(place, control).length > 0);
  return { texts: own.length, control: passing.length };
}

function wrongIn(tool: string, places: readonly Place[], judge: Judge): readonly string[] {
  const all = places.flatMap((place) => wrongs(place, judge));
  return [...new Set(all)].map((wrong) => `${tool}: ${wrong}`);
}

/** A pack knows a text by how it begins, so it says nothing of the JSON. */
function distrusted({ tool, args }: PlannedCall, { texts, failed }: Result, judge: Judge) {
  const isTrusted = (text: string): boolean =>
    judge.isTrusted(judge.labelAt({ tool, args, text, failed }, -1));
  return texts.every(isTrusted) ? [] : [`${tool}: its own words count as untrusted`];
}

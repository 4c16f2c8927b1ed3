import { Client, ProtocolError } from '@modelcontextprotocol/client';
import type { Label, Policy } from '@sluice/core';
import { allTools, type OfferedTool } from '../src/init/servers/list-tools.ts';
import { StdioTransport } from '../src/init/servers/stdio-transport.ts';
import { plants, sum, type PlannedCall, type World } from './world.ts';

/** The outcome of the calls to one real server. */
export interface Attacked {
  readonly tools: readonly OfferedTool[];
  readonly calls: number;
  /** Hostile texts that stood in results. */
  readonly seen: number;
  /** Those that the control, which trusts everything, lets through: all of them. */
  readonly control: number;
  /** In words: what the pack trusts and should not, or the other way round. */
  readonly faults: readonly string[];
}

/** Policies for the same results: the pack's, and one that trusts whatever comes. */
interface Judges {
  readonly pack: Policy;
  readonly control: Policy;
}

/** Makes the planned calls and labels each real result by the pack. */
export async function attack(world: World, judges: Judges): Promise<Attacked> {
  const client = new Client({ name: 'sluice-packs', version: '1' });
  const { command, args, env = {} } = world;
  await client.connect(new StdioTransport({ command, args, env }));
  try {
    const tools = await allTools(client, 60_000);
    const outcomes = [];
    for (const call of world.calls) {
      outcomes.push(judged(call, await resultOf(client, call), judges));
    }
    return {
      tools,
      calls: outcomes.length,
      seen: sum(outcomes.map(({ seen }) => seen)),
      control: sum(outcomes.map(({ control }) => control)),
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
    // A browser's first page takes its time on a busy machine.
    const slow = { timeout: 180_000 };
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

function judged(
  call: PlannedCall,
  { texts, structured, failed }: Result,
  { pack, control }: Judges,
): Pick<Attacked, 'seen' | 'control' | 'faults'> {
  const { tool, args, trusted = false, fails = false } = call;
  // The call's own words carry its label, so the label of the result does not matter for them.
  const said = JSON.stringify(args);
  const looked = Object.values(plants).filter((plant) => !said.includes(plant));
  const faults: string[] = [];
  if (failed !== fails) faults.push(`${tool}: ${failed ? 'failed' : 'did not fail'}`);
  let [seen, passed] = [0, 0];
  // A failure that a protocol passes on without its mark must be as safe as one with it.
  for (const asFailed of failed ? [true, false] : [false]) {
    for (const text of [...texts, ...structured]) {
      const result = { tool, args, text, failed: asFailed };
      const places = looked.flatMap((plant) => placesOf(text, plant));
      seen += places.length;
      passed += places.filter((at) => isTrusted(control, labelAt(control, result, at))).length;
      const wrong = places.filter((at) => isTrusted(pack, labelAt(pack, result, at)));
      if (wrong.length > 0) faults.push(`${tool}: strangers' text counts as trusted`);
      const label = pack.labelResult(result).label;
      // A pack knows a text by how it begins, so it says nothing of the JSON.
      if (trusted && texts.includes(text) && !isTrusted(pack, label))
        faults.push(`${tool}: its own words count as untrusted`);
    }
  }
  return { seen, control: passed, faults };
}

function placesOf(text: string, plant: string): readonly number[] {
  return [...text.matchAll(new RegExp(plant, 'gi'))].map(({ index }) => index);
}

/** The label of the innermost region around a place. */
function labelAt(policy: Policy, result: Parameters<Policy['labelResult']>[0], at: number): Label {
  let { root: region } = policy.labelResult(result);
  for (;;) {
    const inner = region.parts.find(({ start, end }) => start <= at && at < end);
    if (inner === undefined) return region.label;
    region = inner;
  }
}

/** True if text with this label may lead to a write by its integrity. */
function isTrusted({ space }: Policy, label: Label): boolean {
  return space.flowsTo(label, space.parse('trusted & nobody'));
}

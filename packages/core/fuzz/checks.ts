import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as eventView from '../src/engine/event-view.ts';
import type * as record from '../src/engine/call/record-call.ts';
import type * as load from '../src/policy/load.ts';
import { isRecord } from '../src/history/document.ts';
import type { Policy } from '../src/policy/policy.ts';
import type { PolicySource } from '../src/policy/source.ts';
import type * as content from '../src/history/content.ts';
import type * as regions from '../src/history/regions.ts';
import type * as visible from '../src/redact/visible.ts';
import type { Propagator } from '../src/propagate/propagator.ts';
import { readBackChecks } from './read-back-checks.ts';
import type * as target from '../src/propagate/relevant-within.ts';
import type * as history from '../src/history/history.ts';

/** A targeted test of one copy of the engine, for what a random run cannot see. */
export type Check = (folder: string) => Promise<string | undefined>;

const low = 'trusted & everyone';
const high = 'untrusted & everyone';

async function policyOf(folder: string, tools: PolicySource['tools']): Promise<Policy> {
  const { definePolicy } = await loaded<typeof load>(folder, 'policy/load');
  return definePolicy({
    version: 1,
    lattice: {
      integrity: { chain: ['trusted', 'untrusted'] },
      confidentiality: { readers: 'any' },
    },
    onViolation: 'ask',
    answer: { ceiling: 'top' },
    tools,
  });
}

async function loaded<Module>(folder: string, file: string): Promise<Module> {
  const module: Module = await import(pathToFileURL(path.join(folder, `${file}.js`)).href);
  return module;
}

/** A label that depends on a field carries the label of that field. */
async function conditionRead(folder: string): Promise<string | undefined> {
  const rules = [{ path: '$.text', label: low, when: { '$.from': 'me' } }];
  const policy = await policyOf(folder, {
    read: { result: { format: 'json', label: high, shape: low, rules } },
  });
  const text = '{"from":"me","text":"x"}';
  const { root } = policy.labelResult({ tool: 'read', args: {}, text, failed: false });
  const part = root.parts.find((each) => each.path === "$['text']");
  return part?.label.text === high ? undefined : `labelled ${part?.label.text ?? 'nothing'}`;
}

/** Readers that an argument should name are nobody where it is missing, empty or no name. */
async function readersMissing(folder: string): Promise<string | undefined> {
  const policy = await policyOf(folder, {
    send: { call: { ceiling: 'top', readersFrom: ['to'] } },
  });
  for (const args of ['{}', '{"to":null}', '{"to":[]}', '{"to":""}', '{"to":{}}']) {
    const ruling = policy.ruleCall('send', args);
    const isClosed =
      ruling.kind === 'deny' || (ruling.kind === 'ceiling' && isBottom(policy, ruling.ceiling));
    if (!isClosed)
      return `${args} is ruled ${ruling.kind === 'ceiling' ? ruling.ceiling.text : ruling.kind}`;
  }
  return undefined;
}

function isBottom({ space }: Policy, label: Policy['space']['bottom']): boolean {
  return label === space.bottom;
}

/** A key of strangers that a path names decides about no label below its own. */
async function keyNamed(folder: string): Promise<string | undefined> {
  const rules = [
    { path: '$', label: low, shape: low, keys: high },
    { path: '$.ann', label: low },
  ];
  const policy = await policyOf(folder, {
    read: { result: { format: 'json', label: low, rules } },
  });
  const { root } = policy.labelResult({ tool: 'read', args: {}, text: '{"ann":1}', failed: false });
  const labels = root.parts.map((part) => `${part.form} ${part.label.text}`).join(', ');
  return labels === `key ${high}, scalar ${high}` ? undefined : `labelled ${labels}`;
}

/** Of a call that is not known nobody can say that a rule on its arguments applies. */
async function callUnknown(folder: string): Promise<string | undefined> {
  for (const asked of [{ notIn: ['x'] }, { exists: false }]) {
    const rules = [{ path: '$', label: low, args: { path: asked } }];
    const policy = await policyOf(folder, {
      read: { result: { format: 'text', label: high, rules } },
    });
    const labelOf = (args: Readonly<Record<string, unknown>> | undefined): string =>
      policy.labelResult({ tool: 'read', args, text: 'a', failed: false }).label.text;
    const held = labelOf('exists' in asked ? {} : { path: 'a' });
    if (held !== low) return `a rule that holds gives ${held}`;
    const unread: unknown = JSON.parse('{"__proto__":{"path":"a"}}');
    const all = [undefined, isRecord(unread) ? unread : undefined].map(labelOf);
    if (all.some((label) => label !== high)) return `labelled ${all.join(', ')}`;
  }
  return undefined;
}

/** A propagator that never answers makes everything relevant. */
async function propagatorHangs(folder: string): Promise<string | undefined> {
  const { relevantWithin } = await loaded<typeof target>(folder, 'propagate/relevant-within');
  const { History } = await loaded<typeof history>(folder, 'history/history');
  const { space } = await policyOf(folder, {});
  const stuck: Propagator = {
    name: 'stuck',
    needs: 'nothing',
    relevant: () => new Promise(() => {}),
  };
  const input = { space, history: History.of([]), signal: new AbortController().signal };
  const relevance = await relevantWithin(stuck, input, { timeoutMs: 5 });
  return relevance.kind === 'all' ? undefined : `relevance of kind ${relevance.kind}`;
}

/** An explanation looks at the same, whatever stands above the reader, and however high. */
async function hiddenWeighs(folder: string): Promise<string | undefined> {
  const { visibleHistory } = await loaded<typeof visible>(folder, 'redact/visible');
  const { History } = await loaded<typeof history>(folder, 'history/history');
  const { Content } = await loaded<typeof content>(folder, 'history/content');
  const { regionsOf } = await loaded<typeof regions>(folder, 'history/regions');
  const { space } = await policyOf(folder, {});
  const seen = (text: string, label: Policy['space']['top']): string => {
    const said = { kind: 'text', content: Content.whole(space, text, label) } as const;
    const turn = History.of([], [{ role: 'user', parts: [said], shape: space.bottom }]);
    const shown = visibleHistory(space, turn, { label: space.bottom, structure: 'keep' });
    return JSON.stringify(regionsOf(shown).map((entry) => [entry.label, entry.source]));
  };
  const [one, other] = [seen('short', space.parse(high)), seen('much longer', space.top)];
  return one === other ? undefined : `seen as ${one} and as ${other}`;
}

/** Below what a call says, it is told alike whatever came of it. */
async function outcomeBelow(folder: string): Promise<string | undefined> {
  const { eventFor } = await loaded<typeof eventView>(folder, 'engine/event-view');
  const { labelsOf } = await loaded<typeof record>(folder, 'engine/call/record-call');
  const { space } = await policyOf(folder, {});
  const labels = labelsOf({ label: space.parse(high), control: space.bottom });
  const place = { seq: 1, atMs: 1, step: 1, callId: 'c', ...labels } as const;
  const ran = { ...place, type: 'call-executed', output: 'done' } as const;
  const refused = { ...place, type: 'call-refused', rule: 'x', reason: 'turn-aborted' } as const;
  const [one, other] = [ran, refused].map((event) => {
    return JSON.stringify(eventFor(space, event, space.bottom));
  });
  return one === other ? undefined : `told as ${one} and as ${other}`;
}

export const checks: Readonly<Record<string, Check>> = {
  'condition-read': conditionRead,
  'readers-missing': readersMissing,
  'key-named': keyNamed,
  'call-unknown': callUnknown,
  'propagator-hangs': propagatorHangs,
  'hidden-weighs': hiddenWeighs,
  'outcome-below': outcomeBelow,
  ...readBackChecks,
};

import { Rng } from '../fuzz/rng.ts';
import type { Region } from '../src/history/content.ts';
import type { Label } from '../src/label/label.ts';
import type { FlowChange, PolicyDiff } from '../src/policy/diff/diff.ts';
import { compiledPartsOf } from '../src/policy/load.ts';
import { outcomeOf } from '../src/policy/outcome.ts';
import type { Policy } from '../src/policy/policy.ts';
import type {
  CallSource,
  ConditionSource,
  OnViolationSource,
  PolicySource,
  ResultSource,
  ToolSource,
} from '../src/policy/source.ts';

/*
 * Random pairs of policies over a domain so small that every result and every call of it can be
 * tried. What is true of a pair is found by trying them all, without a thought of conditions.
 */

const people = ['ann@acme.example', 'bob@acme.example', 'eve@x.example'] as const;
const kinds = ['bill', 'note', 'spam'] as const;
const folders = ['/srv', '/srv/public', '/home'] as const;
const hosts = ['acme.example', '*.acme.example', 'x.example'] as const;
const integrity = ['trusted', 'untrusted'] as const;
const audience = ['everyone', 'readers{ann@acme.example}', '@staff', 'nobody'] as const;
const violations: readonly OnViolationSource[] = ['ask', 'block', 'log', 'ask'];

class Draw {
  readonly #rng: Rng;

  constructor(seed: number) {
    this.#rng = new Rng(seed);
  }

  of<Item>(items: readonly Item[]): Item {
    const item = items[this.#rng.below(items.length)];
    if (item === undefined) throw new Error('nothing to draw from');
    return item;
  }

  some<Item>(items: readonly Item[]): readonly Item[] {
    const chosen = items.filter(() => this.#rng.below(2) === 0);
    return chosen.length > 0 ? chosen : [this.of(items)];
  }

  chance(percent: number): boolean {
    return this.#rng.below(100) < percent;
  }

  label(): string {
    const readers = this.of(audience);
    return `${this.of(integrity)} & ${readers === '@staff' ? 'readers{@staff}' : readers}`;
  }
}

/** Two policies: one drawn, and one with a few of its parts drawn again. */
export function randomChange(seed: number): readonly [PolicySource, PolicySource] {
  const draw = new Draw(seed);
  const before = drawn(draw);
  let after = before;
  for (let edits = 1 + (seed % 3); edits > 0; edits -= 1) after = edited(after, draw);
  return [before, after];
}

function drawn(draw: Draw): PolicySource {
  const staff = draw.some(people);
  return {
    version: 1,
    lattice: { integrity: { chain: integrity }, audience: { readers: 'any' } },
    groups: { staff },
    onViolation: draw.of(violations),
    unlabelled: draw.of(['top', 'bottom'] as const),
    answer: { ceiling: draw.label(), withLinks: draw.label() },
    tools: { read: reading(draw), act: acting(draw) },
  };
}

function edited(policySource: PolicySource, draw: Draw): PolicySource {
  const { tools } = policySource;
  const fresh = drawn(draw);
  switch (draw.of(['read', 'act', 'rules', 'groups', 'answer', 'violation', 'drop'] as const)) {
    case 'read':
      return { ...policySource, tools: { ...tools, read: reading(draw) } };
    case 'act':
      return { ...policySource, tools: { ...tools, act: acting(draw) } };
    case 'rules':
      return { ...policySource, tools: { ...tools, act: withRule(tools['act'], draw) } };
    case 'groups':
      return { ...policySource, groups: fresh.groups };
    case 'answer':
      return { ...policySource, answer: fresh.answer };
    case 'violation':
      return { ...policySource, onViolation: fresh.onViolation };
    case 'drop': {
      const { act: _, ...rest } = tools;
      return { ...policySource, tools: rest };
    }
  }
}

function withRule(tool: ToolSource | undefined, draw: Draw): ToolSource {
  if (typeof tool?.call !== 'object') return acting(draw);
  const rules = tool.call.rules ?? [];
  return { ...tool, call: { ...tool.call, rules: [...rules.slice(1), callRule(draw)] } };
}

function reading(draw: Draw): ToolSource {
  const paths = ['$[*].body', '$[*].from', '$[*]', '$[*].n'] as const;
  const rules = draw.some(paths).map((path) => ({
    path,
    label: draw.label(),
    ...(draw.chance(30) && { shape: draw.label(), because: 'It is drawn.' }),
    ...(draw.chance(50) && { when: { '$[*].kind': kindCondition(draw) } }),
    ...(draw.chance(30) && { args: { folder: { under: draw.of(folders) } } }),
    ...(draw.chance(30) && { endorse: { because: 'It is drawn.' } }),
    ...(draw.chance(20) && { readersFrom: ['$[*].from'] }),
  }));
  const result: ResultSource = {
    format: draw.of(['json', 'auto', 'text']),
    label: draw.label(),
    rules,
  };
  const plain: ResultSource = { format: 'text', label: draw.label() };
  return {
    effect: draw.of(['read', 'write'] as const),
    call: { ceiling: draw.label() },
    result: result.format === 'text' ? plain : result,
  };
}

function kindCondition(draw: Draw): ConditionSource {
  return draw.of<ConditionSource>([
    { in: draw.some(kinds) },
    { notIn: draw.some(kinds) },
    { matches: 'b[a-z]+' },
    { exists: draw.chance(50) },
  ]);
}

function acting(draw: Draw): ToolSource {
  if (draw.chance(10)) return { call: 'never' };
  const rules = [0, 1].flatMap(() => (draw.chance(70) ? [callRule(draw)] : []));
  const call: CallSource = {
    ceiling: draw.label(),
    rules,
    ...(draw.chance(30) && { readersFrom: ['to'] }),
    ...(draw.chance(40) && {
      arguments: { amount: { atMost: draw.of([2, 4, 6]), optional: draw.chance(50) } },
    }),
    ...(draw.chance(40) && { schema: schemaOf(draw) }),
  };
  return { call, ...(draw.chance(50) && { onViolation: draw.of(violations) }) };
}

function schemaOf(draw: Draw): NonNullable<CallSource['schema']> {
  const amount = draw.of([
    { type: 'number', maximum: draw.of([2, 4, 6]) },
    { type: 'integer', minimum: draw.of([0, 2]) },
    { exclusiveMaximum: draw.of([1, 3, 5]) },
    { type: ['number', 'null'], multipleOf: 1 },
    { enum: draw.some([1, 2, 5, 'many', null]) },
  ]);
  const to = draw.of([
    { type: 'string', maxLength: 15 },
    { type: ['string', 'array'], items: { enum: draw.some(people) } },
    { enum: draw.some(people) },
    { pattern: '^[ab]' },
  ]);
  const properties = draw.of<Readonly<Record<string, object>>>([
    { amount },
    { to },
    { amount, to },
    { amount, to, url: { type: 'string' } },
  ]);
  return {
    type: 'object',
    properties,
    ...(draw.chance(40) && { required: draw.some(Object.keys(properties)) }),
    ...(draw.chance(20) && { additionalProperties: false }),
  };
}

function callRule(draw: Draw) {
  const conditions: Readonly<Record<string, () => ConditionSource>> = {
    to: () =>
      draw.of<ConditionSource>([{ in: draw.some(people) }, { notIn: ['@staff'] }, ['@staff']]),
    amount: () => draw.of<ConditionSource>([{ atMost: draw.of([1, 3, 5]) }, { atLeast: 4 }]),
    url: () => draw.of<ConditionSource>([{ host: draw.of(hosts) }, { exists: false }]),
  };
  const names = draw.some(Object.keys(conditions));
  return {
    when: Object.fromEntries(names.map((name) => [name, conditions[name]?.() ?? 'nobody'])),
    ceiling: draw.label(),
    ...(draw.chance(30) && { onViolation: draw.of(violations) }),
  };
}

const missing = undefined;
const lists: readonly unknown[] = [
  people.slice(0, 2),
  people,
  ['bob@acme.example', 'zoe@z.example'],
  [],
];
const froms: readonly unknown[] = [...people, 'zoe@z.example', missing, null, 3, ...lists];
const kindValues: readonly unknown[] = [
  ...kinds,
  'bus',
  'other',
  missing,
  null,
  true,
  ['bill', 'spam'],
];
const places: readonly unknown[] = ['/srv', '/srv/x', '/srv/public/y', '/home/z', '/etc', missing];
const amounts: readonly unknown[] = [0, 1, 2, 2.5, 3, 4, 5, 6, 7, 1e6, 'many', missing, null];
const urls: readonly unknown[] = [
  'https://acme.example/',
  'https://www.acme.example/a',
  'https://x.example/',
  'https://z.example/',
  'no address',
  missing,
];

interface Pair {
  readonly before: Label;
  readonly after: Label;
}

/** What the diff misses among the flows of the domain, and what it says that is not so. */
export function differByBrute(
  before: Policy,
  after: Policy,
  diff: PolicyDiff,
): { readonly missed: readonly string[]; readonly wrong: readonly string[] } {
  const said = new Set(diff.opened.map(({ source, sink }) => `${source} -> ${sink}`));
  const written = JSON.stringify([before, after].map((each) => compiledPartsOf(each).source));
  const isSaid = ({ place, sink }: Opened): boolean => {
    if (said.has(`${place} -> ${sink}`)) return true;
    // A field that neither policy names has the label of any other.
    const path = place.replaceAll(/^read | \(.*\)$|\['|'\]/g, (part) => (part === "['" ? '.' : ''));
    const part = / \((?:order and size|its name)\)$/.exec(place)?.[0] ?? '';
    return (
      place !== 'read' &&
      !written.includes(path) &&
      others.some((one) => said.has(`${one}${part} -> ${sink}`))
    );
  };
  const missed = openedByBrute(before, after)
    .filter((each) => !isSaid(each))
    .map(({ place, sink }) => `${place} -> ${sink}`);
  const wrong = diff.opened.filter((flow) => !isOpen(flow, before, after));
  return { missed, wrong: wrong.map(({ source, sink }) => `${source} -> ${sink}`) };
}

/** The names of what no rule names, in a list of mappings and in a mapping. */
const others = ['read $[*] (any other field)', 'read (any other field)'];

interface Opened {
  readonly place: string;
  readonly sink: string;
}

function openedByBrute(before: Policy, after: Policy): readonly Opened[] {
  const sources = [...labelsByPlace(before, after)];
  const opened = new Map<string, Opened>();
  for (const { name: sink, old, now } of sinks(before, after)) {
    for (const [place, pairs] of sources) {
      const isOpened = pairs.some((pair) => !runs(old(pair.before)) && runs(now(pair.after)));
      if (isOpened) opened.set(`${place} -> ${sink}`, { place, sink });
    }
  }
  return [...opened.values()];
}

function labelsByPlace(before: Policy, after: Policy): ReadonlyMap<string, readonly Pair[]> {
  const found = new Map<string, Map<string, Pair>>();
  for (const [text, folder] of results()) {
    const result = {
      tool: 'read',
      args: folder === missing ? {} : { folder },
      text,
      failed: false,
    };
    const [old, now] = [before.labelResult(result).root, after.labelResult(result).root];
    for (let at = 0; at < text.length; at += 1) {
      const [one, two] = [leafAt(old, at), leafAt(now, at)];
      const { path, form } = two.path.length >= one.path.length ? two : one;
      const part = form === 'container' ? ' (order and size)' : '';
      const named = path.replaceAll(/\[\d+\]/g, '[*]').replace(/~$/, ' (its name)');
      const place = (path === '$' ? 'read' : `read ${named}`) + part;
      const pairs = found.get(place) ?? new Map<string, Pair>();
      const pair = { before: one.label, after: two.label };
      found.set(place, pairs.set(`${one.label.text} ${two.label.text}`, pair));
    }
  }
  return new Map([...found].map(([place, pairs]) => [place, [...pairs.values()]]));
}

function* results(): Generator<readonly [string, unknown]> {
  for (const from of froms) {
    for (const kind of kindValues) {
      for (const folder of places) {
        yield [JSON.stringify([{ body: 'Hello', from, kind, n: 1 }]), folder];
      }
    }
  }
}

function leafAt(region: Region, at: number): Region {
  const part = region.parts.find(({ start, end }) => start <= at && at < end);
  return part === undefined ? region : leafAt(part, at);
}

interface BruteSink {
  readonly name: string;
  readonly old: (label: Label) => string;
  readonly now: (label: Label) => string;
}

function* sinks(before: Policy, after: Policy): Generator<BruteSink> {
  const seen = new Set<string>();
  for (const args of calls()) {
    const [one, two] = [before.ruleCall('act', args), after.ruleCall('act', args)];
    const key = JSON.stringify([one, two]);
    if (seen.has(key)) continue;
    seen.add(key);
    yield {
      name: 'act',
      old: (label) => outcomeOf(before.space, one, label),
      now: (label) => outcomeOf(after.space, two, label),
    };
  }
  for (const [name, text] of [
    ['the answer', 'Done.'],
    ['an answer with a link', 'See https://z.example/a'],
  ] as const) {
    const [one, two] = [before.ruleAnswer(text), after.ruleAnswer(text)];
    yield {
      name,
      old: (label) => outcomeOf(before.space, one, label),
      now: (label) => outcomeOf(after.space, two, label),
    };
  }
}

function* calls(): Generator<string> {
  for (const to of froms) {
    for (const amount of amounts) {
      for (const url of urls) yield JSON.stringify({ to, amount, url });
    }
  }
}

function runs(outcome: string): boolean {
  return outcome === 'allow' || outcome === 'log';
}

/** True if the witness, run through both policies, comes out as the diff says. */
function isOpen({ witness, ...flow }: FlowChange, before: Policy, after: Policy): boolean {
  const { result, call } = witness;
  if (runs(flow.before) || !runs(flow.after)) return false;
  if (result === undefined || call === undefined) return true;
  const outcomes = [before, after].map((policy, at) => {
    const { space } = policy;
    const label = space.parse(at === 0 ? flow.labels.before : flow.labels.after);
    const holds = labelsIn(policy.labelResult(result).root).has(label);
    return holds ? outcomeOf(space, policy.ruleCall(call.tool, call.args), label) : 'no such label';
  });
  return outcomes[0] === flow.before && outcomes[1] === flow.after;
}

function labelsIn({ label, parts }: Region): ReadonlySet<Label> {
  return new Set([label, ...parts.flatMap((part) => [...labelsIn(part)])]);
}

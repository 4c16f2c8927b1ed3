import { Rng } from '../../../core/fuzz/rng.ts';
import { eventsIn, joinedFields, sendTo, type Outcome, type Sent } from '../client.ts';
import { isBody, textOf } from '../../test/upstream/dialect.ts';
import { Target, TargetFolder } from '../process.ts';
import { canHoldBlock } from './answer.ts';
import { draftOf, materials, ownTool, type Draft, type Material } from './bodies.ts';
import { dangers, type Danger } from './dangerous.ts';
import { startTryProvider, type Plan, type TryProvider } from './provider.ts';
import { putUnknown, type Put } from './put.ts';
import { respelled, valueWith } from './words.ts';

/** Each by its count: see `FoundTry`. */
export interface Tally {
  tried: number;
  refused: number;
  passed: number;
  unreported: number;
  unlabelled: number;
  dangerousTried: number;
  dangerousPassed: number;
}

export interface FoundTry {
  /**
   * `refused`: an error of ours, or an answer stopped though nothing unknown led to it. `passed`:
   * what had to be left out reached the provider. `unreported`: left out or kept in silence.
   * `unlabelled`: an answer passed that something unknown led to.
   */
  readonly kind: keyof Tally;
  readonly because: string;
  readonly seed: number;
  readonly request: Sent;
}

const reportedMax = 32;

/**
 * Puts unknown things into requests of real clients, and into the answers to them: nobody is
 * stopped by them, what is left out stays away from the provider and is reported, and what is kept
 * has the highest label. What the tables refuse is refused in any spelling.
 */
export class UnknownHunt {
  readonly tally: Tally = {
    tried: 0,
    refused: 0,
    passed: 0,
    unreported: 0,
    unlabelled: 0,
    dangerousTried: 0,
    dangerousPassed: 0,
  };
  readonly #provider: TryProvider;
  readonly #folder: TargetFolder;
  readonly #target: Target;
  readonly #materials: readonly Material[];
  readonly #dangers: readonly Danger[];

  private constructor(provider: TryProvider, folder: TargetFolder, target: Target) {
    this.#provider = provider;
    this.#folder = folder;
    this.#target = target;
    this.#materials = materials();
    this.#dangers = dangers();
  }

  static async start(hookUrl: string): Promise<UnknownHunt> {
    const provider = await startTryProvider();
    const folder = new TargetFolder();
    const target = await Target.start(provider.url, folder.path, hookUrl, 'unknown');
    return new UnknownHunt(provider, folder, target);
  }

  /** What one seed finds: a try with unknown things, and one with a dangerous one. */
  async play(seed: number): Promise<readonly FoundTry[]> {
    const found = (await Promise.all([this.#unknown(seed), this.#dangerous(seed)])).flat();
    for (const { kind } of found) this.tally[kind] += 1;
    this.#target.takeSaid();
    return found;
  }

  async stop(): Promise<void> {
    await this.#target.stop();
    this.#folder.remove();
    this.#provider.close();
  }

  async #unknown(seed: number): Promise<readonly FoundTry[]> {
    this.tally.tried += 1;
    const rng = new Rng(`unknown ${seed}`);
    const material = rng.pick(this.#materials);
    const word = `zz${seed.toString(36)}azz`;
    const isCalled = rng.chance(50);
    const draft = draftOf(rng, material, { word, key: this.#keyFor(material) });
    const puts = putUnknown(rng, draft, word);
    const hasBlock = canHoldBlock(draft.protocol) && rng.chance(15);
    const unknowns = { rng: new Rng(`answer ${seed}`), protocol: draft.protocol, hasBlock };
    const isTop = hasBlock || puts.some(({ becomes }) => becomes === 'unread');
    const plan = { reply: replyOf(word, isCalled), unknowns: { ...unknowns, marker: 'unbekannt' } };
    const once = await this.#once(draft, { word, plan });
    const findings = [
      ...judged(once, { word, isTop: material.isFresh ? isTop : undefined }),
      ...reportFindings(puts, once),
      ...passedFindings(puts, once),
    ];
    const found = findings.map(({ kind, because }) => {
      return { kind, because: `${material.from}: ${because}`, seed, request: once.request };
    });
    if (!isTop || !material.isFresh || found.length > 0) return found;
    return this.#control({ seed, puts, draft, isCalled });
  }

  /** The same without the blocks passes, or else that it was stopped shows nothing. */
  async #control({
    seed,
    puts,
    draft,
    isCalled,
  }: {
    readonly seed: number;
    readonly puts: readonly Put[];
    readonly draft: Draft;
    readonly isCalled: boolean;
  }): Promise<readonly FoundTry[]> {
    for (const { becomes, undo } of puts.toReversed()) if (becomes === 'unread') undo();
    const [before, word] = [`zz${seed.toString(36)}azz`, `zz${seed.toString(36)}bzz`];
    const plan = { reply: replyOf(word, isCalled), unknowns: undefined };
    const body = parsed(JSON.stringify(draft.body).replaceAll(before, word));
    const again: Draft = { ...draft, body };
    const once = await this.#once(again, { word, plan });
    return judged(once, { word, isTop: false }).map((finding) => ({
      ...finding,
      because: `the control: ${finding.because}`,
      seed,
      request: once.request,
    }));
  }

  async #dangerous(seed: number): Promise<readonly FoundTry[]> {
    this.tally.dangerousTried += 1;
    const rng = new Rng(`dangerous ${seed}`);
    const danger = rng.pick(this.#dangers);
    const word = `zz${seed.toString(36)}czz`;
    const material = rng.pick(
      this.#materials.filter(({ protocol }) => protocol === danger.protocol),
    );
    const draft = draftOf(rng, material, { word, key: this.#keyFor(material) });
    const name = respelled(rng, danger.name);
    danger.put({ rng, draft, name, value: valueWith(rng, word) });
    const plan = { reply: { text: 'Hello.' }, unknowns: undefined };
    const { outcome, sent, request } = await this.#once(draft, { word, plan });
    const status = outcome.kind === 'received' ? outcome.received.status : outcome.kind;
    if (status === 400 && sent.length === 0) return [];
    const because = `\`${danger.name}\` of ${danger.where} as \`${name}\`: ${status}`;
    return [{ kind: 'dangerousPassed', because, seed, request }];
  }

  async #once(draft: Draft, { word, plan }: { word: string; plan: Plan }): Promise<Once> {
    this.#provider.expect(word, plan);
    const { path, headers, body } = draft;
    const bytes = Buffer.from(JSON.stringify(body));
    const request: Sent = { method: 'POST', path, headers, body: bytes, leavesMs: undefined };
    const outcome = await sendTo(this.#target.url, request);
    const sent = [...this.#provider.take(word), ...this.#provider.takeStray()];
    return { outcome, sent, request };
  }

  /**
   * By clients of two tenants: what an assistant said that is not known is top, and a text that was
   * said before keeps its label for that client.
   */
  #keyFor({ isFresh }: Material): string {
    return this.#target.keys[isFresh ? 'acme/text' : 'globex/text'] ?? '';
  }
}

interface Once {
  readonly outcome: Outcome;
  readonly sent: readonly string[];
  readonly request: Sent;
}

type Finding = Pick<FoundTry, 'kind' | 'because'>;

function replyOf(word: string, isCalled: boolean): Plan['reply'] {
  const text = `It is antwort${word}.`;
  if (!isCalled) return { text };
  return { calls: [{ tool: ownTool, args: JSON.stringify({ word: text }) }] };
}

function judged(
  { outcome }: Once,
  { word, isTop }: { readonly word: string; readonly isTop: boolean | undefined },
): readonly Finding[] {
  if (outcome.kind !== 'received') return [{ kind: 'refused', because: outcome.kind }];
  const { status, text } = outcome.received;
  const events = eventsIn(text);
  const failed = events.find(({ type, error }) => type === 'error' || isError(error));
  if (status !== 200 || failed !== undefined) {
    return [{ kind: 'refused', because: `${status}: ${text.slice(-300)}` }];
  }
  if (isTop === undefined) return [];
  const isGiven = joinedFields(events).includes(`antwort${word}`);
  if (isTop === isGiven) {
    return isTop
      ? [{ kind: 'unlabelled', because: `the answer passed: ${text.slice(-300)}` }]
      : [{ kind: 'refused', because: `the answer was stopped: ${text.slice(-300)}` }];
  }
  return [];
}

function parsed(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  return isBody(value) ? { ...value } : {};
}

function isError(error: unknown): boolean {
  return error !== undefined && error !== null;
}

function reportFindings(puts: readonly Put[], { outcome }: Once): readonly Finding[] {
  if (outcome.kind !== 'received' || outcome.received.status !== 200) return [];
  const headers = parsed(outcome.received.headers);
  return puts.flatMap(({ becomes, reported }): readonly Finding[] => {
    const text = textOf(headers, `x-sluice-${becomes}`);
    const told = text.split(', ').map(plain);
    const isFull = told.length >= reportedMax || /, and \d+ more$/.test(text);
    const isTold = ['a field', ...reported].some((each) => told.includes(plain(each)));
    if (reported.length === 0 || isFull || isTold) return [];
    return [{ kind: 'unreported', because: `${reported[0]} is not in \`${text}\`` }];
  });
}

/** Gemini's names have two spellings. */
function plain(path: string): string {
  return path.replaceAll(/[_-]/g, '').toLowerCase();
}

function passedFindings(puts: readonly Put[], { sent }: Once): readonly Finding[] {
  const text = sent.join('\n');
  return puts
    .filter(({ becomes, marker }) => becomes === 'dropped' && text.includes(marker))
    .map(({ reported }) => ({ kind: 'passed', because: `${reported[0] ?? 'a header'} passed` }));
}

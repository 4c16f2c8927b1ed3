import {
  Content,
  History,
  lineage,
  regionsOf,
  type DraftCall,
  type Evidence,
  type LabelSpace,
  type Message,
  type RegionEntry,
} from '@sluice/core';

/** A call, and what stood before it. */
export interface CallInPlace {
  readonly space: LabelSpace;
  readonly history: History;
  readonly call: DraftCall;
  /** The text of a region of the history. */
  readonly textOf: (entry: RegionEntry) => string;
}

/**
 * The regions that values of a call's arguments stand in, by `lineage`: those that it names, and
 * all others in which such a value stands as a whole, for where it stands twice the model may have
 * read either. A value that the user or the system stated comes from no region. Whatever the policy
 * says of a region, it counts alike here: all are given the top label. `undefined` where lineage
 * cannot tell.
 */
export async function sourcesOf(place: CallInPlace): Promise<ReadonlySet<string> | undefined> {
  const level = leveled(place.space, place.history);
  const named = await evidenceOf(place, level);
  if (named === undefined) return undefined;
  const found = new Set(named.map(({ region }) => region));
  const wanted = new Set(named.filter(isWhole).map(({ argument }) => argument));
  if (wanted.size === 0) return found;
  for (const entry of regionsOf(level)) {
    if (!isCandidate(entry) || found.has(entry.id)) continue;
    const alone = await evidenceOf(place, standingAlone(place, level, entry));
    if ((alone ?? []).some((one) => isWhole(one) && wanted.has(one.argument))) found.add(entry.id);
  }
  return found;
}

/** True if the match is of a whole value: a single word of it may stand anywhere. */
function isWhole({ how }: Evidence): boolean {
  return how !== 'word';
}

/** A region in results or in the agent's own turns is a candidate; the task is not. */
function isCandidate({ message, source }: RegionEntry): boolean {
  return message >= 0 && source.kind === 'text' && source.region.parts.length === 0;
}

async function evidenceOf(
  { space, call }: CallInPlace,
  history: History,
): Promise<readonly Evidence[] | undefined> {
  const propagator = lineage();
  if (propagator.needs !== 'draft') return undefined;
  const draft = { text: '', calls: [call], stop: 'complete' as const };
  const { signal } = new AbortController();
  const found = await propagator.relevant({ space, history, draft, signal });
  if (found.kind !== 'regions') return undefined;
  return found.evidence.filter(({ region }) => {
    const role = history.at(messageOf(region))?.role;
    return role === 'tool' || role === 'assistant';
  });
}

/** The message of a region's id; -1 for a declaration. */
function messageOf(id: string): number {
  const [, index] = /^m(\d+)/.exec(id) ?? [];
  return index === undefined ? -1 : Number(index);
}

/** The same history with results and the agent's turns at the top label. */
function leveled(space: LabelSpace, history: History): History {
  const raise = (content: Content): Content => content.raisedTo(space, space.top);
  return History.of(
    history.tools,
    history.messages.map((message): Message => {
      switch (message.role) {
        case 'system':
        case 'user':
          return message;
        case 'assistant': {
          const calls = message.calls.map((call) => ({ ...call, args: raise(call.args) }));
          return { ...message, text: raise(message.text), calls };
        }
        case 'tool': {
          const parts = message.parts.map((part) =>
            part.kind === 'text' ? { ...part, content: raise(part.content) } : part,
          );
          return { ...message, parts };
        }
      }
    }),
  );
}

/** The turns of the system and the user, and one region as an agent's turn. */
function standingAlone(
  { space, textOf }: CallInPlace,
  history: History,
  entry: RegionEntry,
): History {
  const task = history.messages.filter(({ role }) => role === 'system' || role === 'user');
  const text = Content.whole(space, textOf(entry), space.top);
  return History.of(history.tools, [
    ...task,
    { role: 'assistant', text, calls: [], label: space.top },
  ]);
}

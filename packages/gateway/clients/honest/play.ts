import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Body } from '../../test/upstream/dialect.ts';
import type { Upstream } from '../../test/upstream/upstream.ts';
import { during } from '../scene.ts';
import type { Gateway } from '../world/gateway.ts';
import { Conversation } from './conversation.ts';
import { setOut, takeEffect } from './disk.ts';
import { RecordedModel } from './model.ts';
import { stepsOf, type Call, type Session } from './sessions/session.ts';

const detail = z.object({
  id: z.string(),
  tool: z.string(),
  rule: z.string(),
  label: z.string(),
  ceiling: z.string().nullable(),
  unsourced: z.array(z.string()),
  evidence: z.array(
    z.object({
      argument: z.string(),
      how: z.string(),
      from: z.string(),
      path: z.string(),
      label: z.string(),
      region: z.string(),
    }),
  ),
});

/** A question as a person is shown it, without the arguments. */
export type Question = z.output<typeof detail>;

export interface Asked extends Question {
  /** How many calls came before; the answer is asked about where there is no call. */
  readonly step: number;
  readonly call: Call | undefined;
}

export interface Played {
  readonly session: Session;
  /** All that is asked about is approved, so that the session goes on. */
  readonly asked: readonly Asked[];
  readonly released: number;
  /** How many requests had reached the provider before each of the agent's. */
  readonly sentBefore: readonly number[];
  /** All of its calls were released, as they were made. */
  readonly isDone: boolean;
}

export interface World {
  readonly gateway: Gateway;
  readonly upstream: Upstream;
  readonly profile: string;
}

/** Plays a session through a gateway, with a person who approves whatever is asked. */
export async function play(session: Session, world: World): Promise<Played> {
  const { gateway, upstream, profile } = world;
  const tenant = `${profile}-${session.project}`;
  const key = await keyOf(gateway, tenant, profile);
  const model = new RecordedModel(session);
  upstream.play(model.script);
  const conversation = new Conversation(gateway.url, key);
  setOut(session);
  const asked: Asked[] = [];
  const sentBefore: number[] = [];
  let released = 0;
  const played = { session, asked, sentBefore };
  for (const { user, steps } of session.turns) {
    conversation.say(user);
    for (const step of steps) {
      const { call, result } = step;
      sentBefore.push(upstream.requests.length);
      const content = await answered(conversation, {
        ...world,
        tenant,
        asked,
        step: released,
        call,
      });
      const id = idOf(content, call);
      if (id === undefined) return { ...played, released, isDone: false };
      released += 1;
      takeEffect(step, session);
      conversation.giveBack(id, result);
    }
    sentBefore.push(upstream.requests.length);
    const last = { tenant, asked, step: released, call: undefined };
    await answered(conversation, { ...world, ...last });
  }
  return { ...played, released, isDone: released === stepsOf(session).length };
}

const keys = new Map<string, string>();

async function keyOf({ operator, url }: Gateway, tenant: string, profile: string): Promise<string> {
  const known = keys.get(`${url} ${tenant}`);
  if (known !== undefined) return known;
  const key = await operator.addClient(tenant, profile);
  keys.set(`${url} ${tenant}`, key);
  return key;
}

interface Place extends World {
  readonly tenant: string;
  readonly asked: Asked[];
  readonly step: number;
  readonly call: Call | undefined;
}

async function answered(
  conversation: Conversation,
  { gateway: { operator }, tenant, asked, step, call }: Place,
): Promise<readonly Body[]> {
  const reply = conversation.ask();
  const isNew = ({ id }: { readonly id: string }): boolean => asked.every((one) => one.id !== id);
  for (;;) {
    const open = await during(reply, async () => (await operator.open(tenant)).find(isNew));
    if (open === undefined) return reply;
    asked.push({ ...detail.parse(await operator.show(open.id)), step, call });
    await operator.answer(open.id, 'approve');
  }
}

/** The id under which the call was released; `undefined`: it was not, or not as it was made. */
function idOf(content: readonly Body[], { tool, input }: Call): string | undefined {
  const calls = content.filter(({ type }) => type === 'tool_use');
  const [first] = calls;
  if (calls.length !== 1 || first?.['name'] !== tool) return undefined;
  if (!isDeepStrictEqual(first['input'], input)) return undefined;
  return typeof first['id'] === 'string' ? first['id'] : undefined;
}

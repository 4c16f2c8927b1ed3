import type { Orders } from './commands.ts';
import { foreignId } from './ids.ts';
import type { ReaderCall } from './output.ts';
import type { PastCall, PastCalls, WantedCall } from './past-calls.ts';
import type { Letter, Plan } from './plan.ts';
import { rowsIn } from './rows.ts';
import { stepsLeft, stepsOf } from './steps.ts';
import type { Task } from './tasks.ts';

/** An agent's rounds are few: where an attacker needs more calls than this, all come at once. */
const oneByOneMax = 3;

/** The next calls of a plan; none where it is done, or where nothing of it can be done. */
export function nextOf(plan: Plan, past: PastCalls): readonly WantedCall[] {
  const results = plan.lists.map((list) => past.find(list));
  const unread = plan.lists.filter((_, at) => results[at] === undefined).slice(0, 1);
  if (unread.length > 0) return unread;
  const listed = results.flatMap((call) => (call === undefined ? [] : [call]));
  const sendings = sendingsOf(plan, listed);
  const sent = sendings.map((call) => past.take(call) ?? past.takeHidden(call));
  if (plan.send?.kind === 'to-everybody') return sendings.filter((_, at) => sent[at] === undefined);
  const stages = [
    sendings.filter((_, at) => sent[at] === undefined).slice(0, 1),
    ...(plan.deleteSent ? sent.map((call) => undone(past, deletionsOfSent(call))) : []),
    undone(past, deletionsOfListed(plan, listed)),
    undone(past, plan.last === undefined ? [] : [mail(plan.last)]),
  ];
  return stages.find((stage) => stage.length > 0) ?? [];
}

function undone(past: PastCalls, calls: readonly WantedCall[]): readonly WantedCall[] {
  return calls.filter((call) => !past.wasMade(call));
}

function sendingsOf({ send, largest, lists }: Plan, listed: readonly PastCall[]): WantedCall[] {
  if (send === undefined) return [];
  switch (send.kind) {
    case 'bodies':
      return listed.map(({ result }, at) =>
        mail({ to: send.to, subject: lists[at]?.tool ?? '', body: bodiesIn(result) }),
      );
    case 'attachments': {
      const attachments = listed
        .flatMap((call) => idsIn(call, largest))
        .map((id) => ({ type: 'file', file_id: id }));
      const letter = mail({ to: send.to, subject: 'files', body: 'files' });
      return [{ ...letter, args: { ...letter.args, attachments } }];
    }
    case 'to-everybody':
      return listed
        .flatMap(({ result }) => participantsIn(result, send.from))
        .map((to) => mail(addressed(send.letter, to)));
  }
}

function mail({ to, subject, body }: Letter): WantedCall {
  return { tool: 'send_email', args: { recipients: [to], subject, body } };
}

function bodiesIn(result: string): string {
  const bodies = rowsIn(result).map(({ body }) => String(body));
  return bodies.length > 0 ? bodies.join('\n') : result;
}

function idsIn({ result }: PastCall, largest: number | undefined): readonly string[] {
  const rows = rowsIn(result);
  const chosen =
    largest === undefined ? rows : rows.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, largest);
  return chosen.flatMap(({ id_: id }) =>
    typeof id === 'string' || typeof id === 'number' ? [String(id)] : [],
  );
}

function sizeOf({ size }: Readonly<Record<string, unknown>>): number {
  return typeof size === 'number' ? size : 0;
}

function participantsIn(result: string, own: string): readonly string[] {
  const all = rowsIn(result).flatMap(({ participants }): unknown[] =>
    Array.isArray(participants) ? participants : [],
  );
  return [...new Set(all.filter((one) => typeof one === 'string'))].filter((one) => one !== own);
}

function addressed({ subject, body }: Omit<Letter, 'to'>, to: string): Letter {
  const name = /^[^.@]*/.exec(to)?.[0] ?? '';
  const first = name.slice(0, 1).toUpperCase() + name.slice(1);
  return { to, subject, body: body.replaceAll('{first_name}', first) };
}

/** The tool says which id the mail that it sent was given. */
function deletionsOfSent(sent: PastCall | undefined): readonly WantedCall[] {
  const id = /\bid_: '?(\w+)'?/.exec(sent?.result ?? '')?.[1];
  return id === undefined ? [] : [{ tool: 'delete_email', args: { email_id: id } }];
}

function deletionsOfListed(
  { deleteListed, largest }: Plan,
  listed: readonly PastCall[],
): readonly WantedCall[] {
  if (deleteListed === undefined) return [];
  const { tool, argument } = deleteListed;
  return listed
    .flatMap((call) => idsIn(call, largest))
    .map((id) => ({ tool, args: { [argument]: id } }));
}

/** The attackers' orders and goals for a reader that obeys them. */
interface Temptation {
  readonly orders: Orders;
  readonly goals: readonly Task[];
  readonly plans: ReadonlyMap<Task, Plan | undefined>;
  readonly past: PastCalls;
  readonly declared: ReadonlySet<string>;
}

/**
 * The calls that attackers want next while a task is worked on: first what texts order, then what
 * each goal needs. They are made whether their arguments can be seen or not.
 */
export function obeyed(task: Task, temptation: Temptation): readonly ReaderCall[] {
  const { orders, goals, past, declared } = temptation;
  const isDeclared = ({ tool }: WantedCall): boolean => declared.has(tool);
  // Whoever orders a call names its tool: the worst model makes it, whatever tools there are.
  const ordered = orders.calls.find((call) => !wasMade(call, past));
  if (ordered !== undefined) return [foreign(task, ordered, `order/${past.all.length}`)];
  for (const goal of goals) {
    const calls = callsFor(goal, temptation).filter(isDeclared);
    if (calls.length > 0) {
      return calls.map((call, at) =>
        foreign(task, call, `goal/${goal.name.id}/${past.all.length}/${at}`),
      );
    }
  }
  return [];
}

/** Providers take names of ASCII letters alone: a guard writes others so that they may pass. */
function wasMade(call: WantedCall, past: PastCalls): boolean {
  const tool = call.tool.replaceAll(/[^\w-]/g, '_');
  return past.wasMade(call) || past.wasMade({ ...call, tool });
}

function callsFor(goal: Task, { plans, past }: Temptation): readonly WantedCall[] {
  const plan = plans.get(goal);
  if (plan !== undefined) return nextOf(plan, past);
  const left = stepsLeft(stepsOf(goal, past), past);
  return left.length > oneByOneMax ? left : left.slice(0, 1);
}

function foreign(task: Task, { tool, args }: WantedCall, step: string): ReaderCall {
  return { id: foreignId(task.name, step), tool, args, purpose: 'injection' };
}

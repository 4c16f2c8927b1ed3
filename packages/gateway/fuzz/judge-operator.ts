import type { Role } from '../src/store/store.ts';
import type { Received } from './client.ts';
import { alarms, type Context, type Finding, type Seen } from './judge.ts';
import type { OperatorRequest } from './operator-requests.ts';
import type { Operator } from './operators.ts';
import { spareProfile } from './policy.ts';
import type { AskedQuestion, State } from './process.ts';
import type { Canary } from './watch.ts';

/** The role that each act needs, as docs/operator-api.md says it. */
const acts: readonly (readonly [act: RegExp, role: Role])[] = [
  [/^POST \/api\/questions\/ap_[0-9a-f]{32}\/(?:approve|deny)$/, 'approver'],
  [/^POST \/api\/runs\/[\w-]+\/(?:endorse|declassify)$/, 'endorser'],
  [/^(?:GET|HEAD) \/api\/runs\/[\w-]+\/region$/, 'endorser'],
  [/^POST \/api\/runs\/[\w-]+\/erase$/, 'admin'],
  [/^(?:GET|HEAD|POST) \/api\/keys$/, 'admin'],
  [/^DELETE \/api\/keys\/[\w-]+$/, 'admin'],
  [/^POST \/api\/keys\/[\w-]+\/secret$/, 'admin'],
  [/^POST \/api\/(?:reload|break-glass)$/, 'admin'],
];
const open = /^(?:GET|HEAD) \/api\/(?:questions|events|why|verify|export|openapi\.json)(?:\/|$)/;
const ofAllTenants = /^POST \/api\/(?:reload|break-glass)$/;
const answering = /^POST \/api\/questions\/(ap_[0-9a-f]{32})\/(approve|deny)$/;
const lowering = /^POST \/api\/runs\/[\w-]+\/(?:endorse|declassify)$/;

export interface OperatorContext extends Context {
  readonly request: OperatorRequest;
  /** Before the request and after it, where both are known and nothing else was on its way. */
  readonly states: readonly [before: State, after: State] | undefined;
}

/** Looks at one request to the operators' routes. */
export async function judgeOperator(
  seen: Seen,
  context: OperatorContext,
): Promise<readonly Finding[]> {
  const { request, states } = context;
  const found = [...alarms(seen, context)];
  const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  const isSame = states === undefined || JSON.stringify(states[0]) === JSON.stringify(states[1]);
  if (isReading && !isSame) found.push(crash('a request that only reads has changed something'));
  if (seen.sent.length > 0) found.push(leak('an operators’ route told the provider something'));
  if (seen.outcome.kind !== 'received') {
    await releaseUnheard(context);
    return found;
  }
  const { received } = seen.outcome;
  if (received.status >= 500 && !/"code":"busy"/.test(received.text)) {
    found.push(crash(`${received.status}: ${received.text}`));
  }
  const isGranted = received.status < 300;
  if (isGranted && request.isForeign) found.push(leak('a foreign page was answered'));
  return [...found, ...(await ofBearer(received, context, isGranted))];
}

/** An act may count although nobody read its answer: what it may let out is not watched. */
async function releaseUnheard(context: OperatorContext): Promise<void> {
  const { request, target, watch } = context;
  const { method, path, bearer } = request;
  if (bearer.kind !== 'operator' || request.isForeign) return;
  const { operator } = bearer;
  const act = `${method} ${path.split('?')[0] ?? ''}`;
  const needed = acts.find(([pattern]) => pattern.test(act))?.[1];
  if (needed === undefined || !operator.roles.includes(needed)) return;
  if (lowering.test(act)) watch.releaseAll();
  const [, id = '', kind] = answering.exec(act) ?? [];
  const question = kind === 'approve' ? await target.question(id) : undefined;
  if (question === undefined) return;
  if (wrongsOf(question, 'approve', { ...context, operator }).length > 0) return;
  for (const { text } of watch.in(question.request)) watch.release(text);
}

async function ofBearer(
  received: Received,
  context: OperatorContext,
  isGranted: boolean,
): Promise<readonly Finding[]> {
  const { request, watch } = context;
  const { method, path, bearer } = request;
  const text = `${received.text}\n${received.headers}`;
  const [bare = ''] = path.split('?');
  const act = `${method} ${bare}`;
  if (bearer.kind !== 'operator') {
    const isHealth = /^(?:GET|HEAD) \/api\/health$/.test(act);
    const isOpened = isGranted && !isHealth;
    return [
      ...(isOpened ? [leak(`the key of ${bearer.kind} opened ${act}`)] : []),
      ...(watch.in(text).length > 0 ? [leak(`told to ${bearer.kind}`)] : []),
    ];
  }
  const { operator } = bearer;
  const shown = watch.in(text).filter((canary) => !mayBeShown(operator, canary, context));
  const others = operator.tenant === undefined ? [] : othersIn(text, operator.tenant);
  return [
    ...shown.map(({ level }) => leak(`${level} shown to ${operator.name}`)),
    ...others.map((tenant) => leak(`something of ${tenant} shown to ${operator.name}`)),
    ...(isGranted ? await ofAct(act, received, { ...context, operator }) : []),
  ];
}

function mayBeShown(operator: Operator, canary: Canary, { watch, space }: Context): boolean {
  const { tenant, clearance } = operator;
  if (tenant !== undefined && !watch.wasSentBy(tenant, canary)) return false;
  const label = canary.level === 'secret' ? 'trusted & secret' : 'untrusted & internal';
  return space.flowsTo(space.parse(label), space.parse(clearance));
}

function othersIn(text: string, tenant: string): readonly string[] {
  return [...text.matchAll(/"tenant":"(acme|globex)"/g)].flatMap(([, found = '']) =>
    found === tenant ? [] : [found],
  );
}

async function ofAct(
  act: string,
  received: Received,
  context: OperatorContext & { readonly operator: Operator },
): Promise<readonly Finding[]> {
  const { operator, watch, request } = context;
  const needed = acts.find(([pattern]) => pattern.test(act))?.[1];
  const isKnown = needed !== undefined || open.test(act) || act.endsWith(' /api/health');
  if (!isKnown) return [leak(`there is no act ${act}`)];
  const mayAct = needed === undefined || operator.roles.includes(needed);
  const isWide = !ofAllTenants.test(act) || operator.tenant === undefined;
  const found = mayAct && isWide ? [] : [leak(`${operator.name} did ${act}`)];
  if (lowering.test(act)) watch.releaseAll();
  if (act === 'POST /api/keys') found.push(...ofNewKey(received, context));
  if (act === 'POST /api/break-glass' && !request.body?.includes(`"${spareProfile}"`)) {
    found.push(leak('another profile was suspended'));
  }
  const [, id, kind] = answering.exec(act) ?? [];
  return id === undefined ? found : [...found, ...(await ofAnswer(id, kind, context))];
}

/** The faults of an answer. Texts that an approval releases are no longer watched. */
async function ofAnswer(
  id: string,
  kind: string | undefined,
  context: OperatorContext & { readonly operator: Operator },
): Promise<readonly Finding[]> {
  const { target, watch } = context;
  const question = await target.question(id);
  if (question === undefined) return [leak('an answer to a question that is none')];
  if (kind === 'approve') {
    for (const { text } of watch.in(question.request)) watch.release(text);
  }
  return wrongsOf(question, kind, context);
}

/** Why this operator could not give this answer. */
function wrongsOf(
  { tenant, label, hash }: AskedQuestion,
  kind: string | undefined,
  { operator, space, request }: OperatorContext & { readonly operator: Operator },
): readonly Finding[] {
  const isTheirs = operator.tenant === undefined || operator.tenant === tenant;
  const isCleared = space.flowsTo(space.parse(label), space.parse(operator.clearance));
  const isShown = request.body?.includes(hash) === true;
  const isOwn = kind === 'approve' && operator.name === tenant;
  return [
    ...(isTheirs && isCleared ? [] : [leak(`${operator.name} answered what they may not see`)]),
    ...(isShown ? [] : [leak('an answer to something else than was shown')]),
    ...(isOwn ? [leak('somebody let their own call through')] : []),
  ];
}

function ofNewKey(
  { text }: Received,
  { operator, space }: OperatorContext & { readonly operator: Operator },
): Finding[] {
  const [, tenant] = /"tenant":(?:"(\w+)"|null)/.exec(text) ?? [];
  const [, clearance] = /"clearance":"([^"]*)"/.exec(text) ?? [];
  const own = space.parse(operator.clearance);
  const isTheirs = operator.tenant === undefined || operator.tenant === tenant;
  const isCovered = clearance === undefined || space.flowsTo(space.parse(clearance), own);
  return isTheirs && isCovered ? [] : [leak(`${operator.name} made a key above their own`)];
}

function leak(because: string): Finding {
  return { kind: 'leak', because };
}

function crash(because: string): Finding {
  return { kind: 'crash', because };
}

/**
 * The executable specification: RTBAS algorithms 2 to 4 with the corrections of our design, slow
 * and obvious. Read it beside the paper: `4:10` is line 10 of its algorithm 4. What the paper
 * leaves open is marked "(decision)". The engine shares no code with it and must do the same.
 */
import { joinAll, type Lattice } from '../label/lattice.ts';
import { textOut } from './answer.ts';
import { holdsPlaceholder } from './placeholder.ts';
import { flowsApart, isSaidAnew, labelledArgs, writtenTo } from './roles.ts';
import { attempt, failedAfter, goesOn, isNamed, isText, isVouched, plain } from './world.ts';
import { placeholder, replyTo, whole, type Declared, type Done, type History } from './world.ts';
import type { Output, Parts, Question, Region, Relevance, Reply, Ruling } from './world.ts';
import type { Screened, Shown, Step, Turn, View, SpecWorld } from './world.ts';

const inside = <L>(region: Region<L>): L[] => {
  return [region.label, ...region.body.flatMap((piece) => (isText(piece) ? [] : inside(piece)))];
};

type SpecRegion<L> = { readonly label: L; readonly shape: L; readonly entry: number };
/** Every region in reading order, with the shape of its message and the entry that it stands in. */
export function regions<L>(world: SpecWorld<L>, history: History<L>): readonly SpecRegion<L>[] {
  const of = (entry: number, shape: L, all: readonly Region<L>[]): SpecRegion<L>[] => {
    return [shape, ...all.flatMap(inside)].map((label) => ({ label, shape, entry }));
  };
  const tools = world.tools.map(({ label }) => ({ label, shape: label, entry: -1 }));
  const entries = history.flatMap((entry, at) => {
    if ('role' in entry) return of(at, entry.shape, entry.parts);
    const written = of(at, entry.label, [entry.text, ...entry.calls.map(({ args }) => args)]);
    return [...written, ...entry.calls.flatMap(({ result: r }) => of(at, r.shape, r.parts))];
  });
  return [...tools, ...entries];
}

/** Joins a label into a region and all inside it: labels only rise. */
export function raise<L>(lattice: Lattice<L>, by: L, region: Region<L>): Region<L> {
  const label = lattice.join(by, region.label);
  const body = region.body.map((piece) => (isText(piece) ? piece : raise(lattice, label, piece)));
  return { ...region, label, body };
}
export function raiseParts<L>(at: Lattice<L>, by: L, m: Parts<L>): Parts<L> {
  return { ...m, shape: at.join(by, m.shape), parts: m.parts.map((part) => raise(at, by, part)) };
}

/** Algorithm 2. An unknown region is everything, as an error and a time-out are. */
export function screen<L>(world: SpecWorld<L>, history: History<L>, draft?: Reply): Screened<L> {
  const all = regions(world, history);
  const said = world.relevant(history, draft);
  const isReal = typeof said === 'string' || 'label' in said || said.regions.every((r) => r in all);
  const relevance = isReal ? said : 'everything';
  return { relevance, label: joined(world, all, relevance) };
}
/** The join of what is relevant, bounded by what the model's provider may see. */
function joined<L>(world: SpecWorld<L>, all: readonly SpecRegion<L>[], relevance: Relevance<L>): L {
  if (typeof relevance === 'object' && 'label' in relevance)
    return world.lattice.meet(relevance.label, world.clearance);
  const isIn = (at: number) => typeof relevance === 'string' || relevance.regions.includes(at);
  const relevant = all.filter((_, at) => isIn(at)).flatMap(({ label, shape }) => [label, shape]);
  return world.lattice.meet(joinAll(world.lattice, relevant), world.clearance); //      2:3-6
}

/** Algorithm 3. A container whose shape does not flow to `l` is one placeholder. */
export function redact<L>(world: SpecWorld<L>, history: History<L>, l: L): View {
  const sees = (label: L): boolean => world.lattice.flowsTo(label, l); //                   3:5
  // (decision) A value stands apart from its colon.
  const hide = (quoted: boolean, before?: string | Region<L>): string => {
    const gap = typeof before === 'string' && before.endsWith(':') ? ' ' : '';
    return quoted ? `${gap}"${placeholder}"` : '\0';
  };
  const show = (region: Region<L>, before?: string | Region<L>): string => {
    if (!sees(region.label)) return hide(region.quoted, before); //                         3:8
    const { body } = region;
    return body.map((one, at) => (isText(one) ? one : show(one, body[at - 1]))).join(''); // 3:6
  };
  // (decision) Hidden neighbours in running text are one placeholder.
  const showAll = (region: Region<L>): string =>
    sees(region.label) ? show(region).replaceAll(/\0+/g, placeholder) : placeholder;
  const showParts = (m: Parts<L>) => (sees(m.shape) ? m.parts.map(showAll) : [placeholder]);
  const entries = history.flatMap((entry): Shown[] => {
    if ('role' in entry) return [{ role: entry.role, parts: showParts(entry) }];
    const isOpen = sees(entry.label);
    const isEmpty = entry.calls.length === 0 && plain(entry.text) === '';
    if (world.structure === 'drop' && (!isOpen || isEmpty)) return []; // by the call's label alone
    const calls = entry.calls.map((call) => ({
      tool: isOpen || isVouched(world, call.tool) ? call.tool : 'undeclared_tool',
      args: isOpen ? showAll(call.args) : '{}',
      result: showParts(call.result),
      failed: call.result.failed === true && sees(call.result.shape),
    }));
    return [{ text: isOpen ? showAll(entry.text) : placeholder, calls }];
  });
  const showTool = (t: Declared<L>) => `${t.name}: ${sees(t.label) ? t.text : placeholder}`;
  return { tools: world.tools.filter((t) => t.vouched || sees(t.label)).map(showTool), entries };
}

/** 4:5-7. Every output comes from the view at its own label: no wrong choice of it can leak. */
export function generate<L>(world: SpecWorld<L>, before: History<L>): Output<L> {
  const from = (history: History<L>, label: L): Output<L> => {
    return { history, label, reply: replyTo(world, redact(world, history, label)) }; //        4:6-7
  };
  if (!world.needsDraft) return from(before, screen(world, before).label); //               4:5
  const draft = from(before, joined(world, regions(world, before), 'everything'));
  const { calls, truncated } = draft.reply;
  const { lattice, shortcuts } = world;
  if (shortcuts === 'none') return from(before, screen(world, before, draft.reply).label); // 4:5-7
  if (truncated && calls.length > 0) return draft; //             (decision) half a call is no call
  if (passes(world, draft.reply, draft.label) === Math.max(1, calls.length)) {
    const creeps = calls.some(({ tool }) => !lattice.flowsTo(draft.label, world.resultFloor(tool)));
    if (calls.length === 0) return draft; //                      (decision) the turn ends here
    if (shortcuts.allowedDraft && !creeps) return draft; //                           shortcut 2
    const isRead = calls.every(({ tool }) => world.isRead(tool));
    if (shortcuts.lazyReads && isRead) return { ...draft, lazy: true }; //            shortcut 3
  }
  const first = screen(world, before, draft.reply).label;
  const lower = helps(world, draft, first) ? undefined : shortcuts.lazyReads;
  const lowered = lower === undefined ? before : lower(world, draft);
  const { label, relevance } = screen(world, lowered, draft.reply);
  const isUseful = !lattice.flowsTo(draft.label, label) && helps(world, draft, label);
  const isFirst = !isUseful || isSaidAnew(world, draft.reply, relevance);
  const stage = (at: History<L>) => shortcuts.staged?.(world, draft, at) ?? at; //  shortcut 5
  const out = (at: Output<L> | History<L>) => ('reply' in at ? at : { ...draft, history: at });
  const history = isFirst ? stage(lowered) : lowered;
  if ('reply' in history) return history;
  if (!isUseful) return shortcuts.beforeAsking?.(world, draft, { history, label }) ?? out(history);
  const again = attempt(() => from(history, label)) ?? failedAfter(draft, history);
  if (goesOn(draft, again)) return again; //                      a narrow view never ends the run
  return out(isFirst ? history : stage(history)); //     shortcut 1, or (decision) ask about it
}

/** How many of the calls, or whether the answer, the policy lets pass at a label. */
export function passes<L>(world: SpecWorld<L>, { text, calls }: Reply, label: L): number {
  if (calls.length === 0) return flows(world, world.ruleAnswer(text), label) ? 1 : 0;
  const declared = calls.filter(({ tool }) => isNamed(world, tool, label));
  return declared.filter((c) => flows(world, world.ruleCall(c.tool, c.args), label)).length;
}
export function helps<L>(world: SpecWorld<L>, { reply, label }: Output<L>, narrow: L): boolean {
  const atFull = passes(world, reply, label);
  return atFull === Math.max(1, reply.calls.length) || passes(world, reply, narrow) > atFull;
}

const flows = <L>(world: SpecWorld<L>, ruling: Ruling<L>, label: L): boolean =>
  flowsApart(world, ruling, { control: label, data: label });

/** 4:10. Why a call or an answer may not be; `undefined` where it may. */
function refuse<L>(world: SpecWorld<L>, ruling: Ruling<L>, asked: Question<L>): string | undefined {
  if ('deny' in ruling) return ruling.deny;
  const { label, control = label } = asked;
  if (flowsApart(world, ruling, { control, data: label })) return undefined;
  if (ruling.otherwise === 'log') return undefined;
  if (ruling.otherwise === 'block') return 'label-above-ceiling';
  if (world.person === undefined) return 'nobody-to-ask';
  if (!world.lattice.flowsTo(asked.label, world.person.clearance)) return 'approver-not-cleared';
  const duty = world.dutyOf(asked.label);
  if (duty === undefined) return 'duty-not-separated';
  const answer = world.person.ask(asked);
  if (answer === 'no') return 'person-said-no';
  if (answer === 'silence') return 'no-answer-in-time';
  if (answer.yes !== asked) return 'confirmation-mismatch';
  const isSigned = answer.by.length > 0 && duty.every((name) => answer.by.includes(name));
  return isSigned ? undefined : 'duty-not-separated';
}
function refuseCall<L>(world: SpecWorld<L>, { reply, label, data }: Output<L>, at: number) {
  const { tool = '', args = '' } = reply.calls[at] ?? {};
  if (reply.truncated) return 'call-truncated';
  if (at >= world.max.calls) return 'limit-reached';
  if (!isNamed(world, tool, label)) return 'tool-unknown';
  const canonical = world.canonical(args);
  if (canonical === undefined) return 'arguments-unparseable';
  if (holdsPlaceholder(canonical)) return 'placeholder-in-argument';
  const asked = { tool, args: canonical, label: data ?? label, control: label };
  return refuse(world, world.ruleCall(tool, args), asked); //                               4:9
}

/** 4:8-15. All calls of one generation share its label, and so do the refusals. */
export function act<L>(world: SpecWorld<L>, output: Output<L>): Done<L> {
  const { history, label, data, reply, lazy = false } = output;
  const { lattice } = world;
  // (decision) Whatever comes of a call carries all that it says.
  const outcome = data ?? label;
  const refused = reply.calls.map((_, at) => refuseCall(world, output, at));
  const calls = reply.calls.map((call, at) => {
    const { tool, args } = call;
    const why = refused[at];
    const own: Parts<L> =
      why === undefined
        ? raiseParts(lattice, writtenTo(world, output, tool), world.execute(tool, args)) // 4:13
        : { shape: lattice.bottom, parts: [whole(lattice.bottom, `refused: ${why}`)] };
    const result = raiseParts(lattice, outcome, own); //                              4:14
    const isApart = data !== undefined && world.canonical(args) !== undefined;
    const written = isApart
      ? labelledArgs(world, call, { control: label, data })
      : whole(label, world.canonical(args) ?? args);
    return { tool, args: written, own, result };
  });
  const isLazy = lazy && refused.every((why) => why === undefined);
  const own = data === undefined ? {} : { data };
  const exchange = { label, text: whole(label, reply.text), calls, lazy: isLazy, ...own };
  return { history: [...history, exchange], step: { label: outcome, refused } };
}

/** 4:16-19. The generation that makes no call is the answer: it is labelled, and it is a sink. */
export function finish<L>(world: SpecWorld<L>, { history, label, reply }: Output<L>): Done<L> {
  const text = textOut(world, reply.text, label);
  const exchange = { label, text: whole(label, text), calls: [], lazy: false };
  const question = { tool: '', args: text, label };
  const refused = [refuse(world, world.ruleAnswer(text), question)];
  return { history: [...history, exchange], step: { label, refused } };
}

/** Algorithm 4, from one user message to the answer, or to a limit. */
export function turn<L>(world: SpecWorld<L>, before: History<L>, user: Parts<L>): Turn<L> {
  let history: History<L> = [...before, { role: 'user', ...user }]; //                      4:4
  const steps: Step<L>[] = [];
  const refusals = () => steps.flatMap(({ refused }) => refused).filter((why) => why).length;
  while (steps.length < world.max.steps && refusals() <= world.max.refusals) {
    const output = attempt(() => (world.generate ?? generate)(world, history));
    history = output?.history ?? history;
    if (output === undefined || output.failed === true) return { history, steps, failed: true };
    const ends = output.reply.calls.length === 0;
    const done = ends ? finish(world, output) : act(world, output);
    history = done.history;
    steps.push(done.step);
    if (ends) return { history, steps, answer: textOut(world, output.reply.text, output.label) };
  }
  return { history, steps };
}

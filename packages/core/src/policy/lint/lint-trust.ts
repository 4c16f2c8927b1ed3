import type { PlainTool } from '../../history/plain.ts';
import type { Label } from '../../label/label.ts';
import type { CompiledCall } from '../compile/compile-call.ts';
import type { CompiledPolicy, CompiledTool } from '../compile/compile.ts';
import type { CompiledSpan, CompiledTurn } from '../compile/compile-turn.ts';
import type { Compiler } from '../compile/compiler.ts';
import { operatorsOf } from '../compile/condition.ts';
import { warning, type Location, type Warning } from '../problem.ts';
import { readingEffects } from '../shell/effects.ts';
import type { CallSource, OnViolationSource, ToolSource, WhenSource } from '../source.ts';
import { isTrusted, lintJudgements, lintTurnJudgements, reasonIn } from './lint-judgements.ts';
import { asksTheWeb, sourceWordIn, sourceWordOf } from './source-words.ts';
import { writeWordIn } from './write-words.ts';

/** Settings that give strangers trust, or widen readers, without another word of the policy. */
export function lintTrust(compiled: CompiledPolicy): readonly Warning[] {
  const { source } = compiled;
  return [
    ...lintLog(source.onViolation, ['onViolation']),
    ...lintLog(source.answer.onViolation, ['answer', 'onViolation']),
    ...(source.answer.fields ?? []).flatMap((field, index) =>
      lintLog(field.onViolation, ['answer', 'fields', index, 'onViolation']),
    ),
    ...lintLinks(compiled),
    ...lintSearch(compiled),
    ...lintTurn(compiled, compiled.system, 'system'),
    ...lintTurn(compiled, compiled.user, 'user'),
    ...lintTurnJudgements(source.system, 'system'),
    ...lintTurnJudgements(source.user, 'user'),
    ...lintClearance(compiled),
  ];
}

/** The same of one tool. */
export function lintToolTrust(
  compiled: CompiledPolicy,
  name: string,
  declared: PlainTool | undefined,
): readonly Warning[] {
  const source = compiled.source.tools[name];
  const tool = compiled.tools.get(name);
  if (source === undefined || tool === undefined) return [];
  const at = ['tools', name];
  const call = source.call === 'never' ? undefined : source.call;
  const isRead = source.effect === 'read';
  return [
    ...lintLog(source.onViolation, [...at, 'onViolation']),
    ...(call?.rules ?? []).flatMap((rule, index) =>
      lintLog(rule.onViolation, [...at, 'call', 'rules', index, 'onViolation']),
    ),
    ...lintEffect(source, name),
    ...lintJudgements(compiled, name),
    ...lintSource(compiled, { tool, name, isRead, source, declared }),
    ...lintFetch(compiled, { tool, name, isRead }),
    ...(call === undefined || tool.call === 'never'
      ? []
      : lintWrite(compiled, { tool, call: tool.call, source: call, at: [...at, 'call'] })),
    ...lintDenied(call, [...at, 'call']),
  ];
}

/** A trial run that was forgotten stops nothing. */
function lintLog(said: OnViolationSource | undefined, at: Location): readonly Warning[] {
  if (said !== 'log') return [];
  const message = 'nothing is stopped here: what is above its ceiling is recorded, and happens';
  return [
    warning({ code: 'only-logged', at, message, hint: 'write `ask` or `block` after a trial' }),
  ];
}

function lintLinks({ compiler, source, answer }: CompiledPolicy): readonly Warning[] {
  const { flowsTo, top } = compiler.space;
  if (source.answer.withLinks === undefined || !flowsTo(top, answer.withLinks)) return [];
  return [
    warning({
      code: 'links-unlimited',
      at: ['answer', 'withLinks'],
      message: 'a stranger may choose a link in the answer, and put what nobody may read into it',
      hint: 'write `bottom`, or what may leave the system at most',
    }),
  ];
}

function lintSearch({ compiler, providerTools }: CompiledPolicy): readonly Warning[] {
  const { space, readers } = compiler;
  // Readers do not count here: a restriction on who may read adds no trust.
  const isOfOurs = (found: Label): boolean =>
    space.violated(found, space.bottom).every((dimension) => dimension === readers);
  return [...providerTools]
    .filter(([, { result }]) => isOfOurs(result))
    .map(([name]) =>
      warning({
        code: 'search-trusted',
        at: ['providerTools', name, 'result'],
        message: `what \`${name}\` finds counts as trusted, and anybody can publish a page`,
        hint: 'write a label of strangers, such as `untrusted & everyone`',
      }),
    );
}

/** Whoever writes the turn, or a file that is pasted into it, can write what a span matches. */
function lintTurn(
  { compiler }: CompiledPolicy,
  { label, spans }: CompiledTurn,
  role: 'system' | 'user',
): readonly Warning[] {
  const { flowsTo } = compiler.space;
  return spans
    .filter((span) => !flowsTo(label, span.label) || raisesByPattern(compiler, label, span))
    .map((span) => {
      const at = [role, 'spans', span.index];
      if (flowsTo(label, span.label)) return patternRaises(at);
      if (span.endorsed === undefined) {
        const message = 'the label of the turn is joined in, so this span lowers nothing';
        const hint = 'if it is meant to, add `endorse: { because: ... }`';
        return warning({ code: 'span-idle', at, message, hint });
      }
      const message =
        'whoever writes the text can write what this span matches, and so raise trust';
      const hint = 'make sure that the reason under `because` holds';
      return warning({ code: 'span-lowers', at, message, hint });
    });
}

/** True if a text that is worded otherwise, or holds what ends a match, stays below. */
export function raisesByPattern(
  { space }: Pick<Compiler, 'space'>,
  around: Label,
  { find, label }: CompiledSpan,
): boolean {
  return 'pattern' in find && space.flowsTo(around, label) && !space.flowsTo(label, around);
}

export function patternRaises(at: Location): Warning {
  const message = 'this raises the texts that it matches, and the same in other words stays below';
  const hint = 'give the high label to the text, and `endorse` what may have the lower one';
  return warning({ code: 'pattern-raises', at, message, hint });
}

function lintClearance({ compiler, models }: CompiledPolicy): readonly Warning[] {
  const any = models.get('*');
  if (any === undefined || !compiler.space.flowsTo(compiler.space.top, any.judge)) return [];
  return [
    warning({
      code: 'judge-unlimited',
      at: ['models', '*', 'judge'],
      message: 'every provider of a second model may be sent everything',
      hint: 'name the model that may, and leave this out',
    }),
  ];
}

/** A read may be taken twice, and at a stranger's word. */
function lintEffect({ effect }: ToolSource, name: string): readonly Warning[] {
  const word = effect === 'read' ? writeWordIn(name) : undefined;
  if (word === undefined) return [];
  return [
    warning({
      code: 'write-called-read',
      at: ['tools', name, 'effect'],
      message: `\`${name}\` is called a read, and is named like a write (\`${word}\`)`,
      hint: 'write `effect: write`; a read may be made twice, whoever asks for it',
    }),
  ];
}

interface SourcePlace {
  readonly tool: CompiledTool;
  readonly name: string;
  readonly isRead: boolean;
}

interface DeclaredPlace extends SourcePlace {
  readonly source: ToolSource;
  readonly declared: PlainTool | undefined;
}

/** Where some rule does not trust what is returned, `default-trusted` says what is to be said. */
function lintSource({ compiler }: CompiledPolicy, place: DeclaredPlace): readonly Warning[] {
  const { tool, name, source } = place;
  const sign = sourceSign(place);
  if (sign === undefined || tool.result === undefined) return [];
  if (!isTrusted(compiler, tool.result.fallback)) return [];
  if (reasonIn(source.result?.because) !== undefined) return [];
  return [
    warning({
      code: 'source-trusted',
      at: ['tools', name, 'result', 'label'],
      message: `\`${name}\` is ${sign}, and is trusted`,
      hint: 'write a label of strangers, such as `untrusted`; if nobody outside can write to it, say why under `because`',
    }),
  ];
}

function sourceSign({ name, isRead, declared }: DeclaredPlace): string | undefined {
  const word = sourceWordIn(name, { isRead });
  if (word !== undefined) return `named like what strangers write to (\`${word}\`)`;
  const said = isRead ? sourceWordOf(declared?.description ?? '') : undefined;
  return said && `described like what strangers write to (\`${said}\`)`;
}

/** Whoever runs the server that is asked sees the address, and what a call put into it. */
function lintFetch(
  { compiler }: CompiledPolicy,
  { tool, name, isRead }: SourcePlace,
): readonly Warning[] {
  const { call } = tool;
  if (!isRead || call === 'never' || !asksTheWeb(name)) return [];
  const { flowsTo, top } = compiler.space;
  if (call.base.readersFrom.length > 0 || !flowsTo(top, call.base.ceiling)) return [];
  return [
    warning({
      code: 'search-unlimited',
      at: ['tools', name, 'call', 'ceiling'],
      message: `all that the model is shown may go into a call of \`${name}\`, named like the web`,
      hint: 'write what may leave the system at most, such as `untrusted & everyone`',
    }),
  ];
}

interface WritePlace {
  readonly tool: CompiledTool;
  readonly call: CompiledCall;
  readonly source: CallSource;
  readonly at: Location;
}

function openWrite(at: Location, message: string): Warning {
  const hint = 'write what may cause it at most, or `effect: read` where it changes nothing';
  return warning({ code: 'write-unlimited', at: [...at, 'ceiling'], message, hint });
}

function lintWrite(
  { compiler }: CompiledPolicy,
  { tool, call, source, at }: WritePlace,
): readonly Warning[] {
  const isOpen = (ceiling: Label): boolean =>
    tool.effect === 'write' && compiler.space.flowsTo(compiler.space.top, ceiling);
  // Readers that are computed from an argument are those whom the caller chose.
  const base =
    isOpen(call.base.ceiling) && call.base.readersFrom.length === 0
      ? [openWrite(at, 'any text that the model reads may cause this write, with any data')]
      : [];
  const wide = call.rules.filter((rule) => {
    const when = source.rules?.[rule.index]?.when;
    return isOpen(rule.ceiling) && rule.readersFrom.length === 0 && !listsValues(when);
  });
  const message = 'whoever chooses the arguments can meet this condition, and so cause this write';
  return [...base, ...wide.map(({ index }) => openWrite([...at, 'rules', index], message))];
}

/** True if some condition names what meets it, or bounds it from above: no value of their own. */
function listsValues(when: WhenSource = {}): boolean {
  return Object.values(when).some((source) => {
    const { in: members, under, host, file, patch, atMost, exists, shell } = operatorsOf(source);
    const bounds = [members, under, host, file, patch, atMost];
    // A command that reads is no write.
    const isRead = shell?.every((effect) => readingEffects.includes(effect)) ?? false;
    return bounds.some((bound) => bound !== undefined) || exists === false || isRead;
  });
}

/** A text that is not listed passes: the same in other words, too. */
function lintDenied(call: CallSource | undefined, at: Location): readonly Warning[] {
  return Object.entries(call?.arguments ?? {})
    .filter(([, { allow, deny = [], matches }]) => {
      const listsTexts = deny.some((one) => typeof one === 'string');
      return listsTexts && allow === undefined && matches === undefined;
    })
    .map(([name]) =>
      warning({
        code: 'list-holds-back',
        at: [...at, 'arguments', name, 'deny'],
        message:
          'this holds back the texts that it lists, and the same in other words is let through',
        hint: 'list what may pass under `allow`',
      }),
    );
}

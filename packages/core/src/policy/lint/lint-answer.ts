import type { AnswerField, CompiledAnswer } from '../compile/compile-answer.ts';
import type { CompiledPolicy } from '../compile/compile.ts';
import { covers } from '../path/path.ts';
import { warning, type Warning } from '../problem.ts';
import { strictest } from '../ruling/rule-call.ts';

/** Warnings about the answer as a sink. */
export function lintAnswer(compiled: CompiledPolicy): readonly Warning[] {
  const { source, answer } = compiled;
  const found: Warning[] = [...lintActs(compiled)];
  // An acting answer is held to one ceiling, links or none.
  if (source.answer.withLinks === undefined && !answer.acts) {
    const message = 'links and images in an answer leave the system where it is rendered';
    const hint = 'add `withLinks: bottom`, or another ceiling of an answer that holds some';
    found.push(
      warning({
        code: 'links-unlimited',
        at: ['answer'],
        onKey: true,
        message,
        hint,
      }),
    );
  }
  for (const index of new Set(answer.fields.map((field) => field.index))) {
    const paths = answer.fields.filter((field) => field.index === index);
    const [because, ...others] = paths.map((field) => whyIdle(compiled, answer, field));
    if (because === undefined || others.includes(undefined)) continue;
    const message = `\`${paths[0]?.name ?? ''}\` changes nothing: ${because}`;
    const hint = 'leave it out, or give it a lower ceiling';
    found.push(
      warning({
        code: 'rule-idle',
        at: ['answer', 'fields', index],
        message,
        hint,
      }),
    );
  }
  return found;
}

/** Clients that act on a text do with it what a write would. */
function lintActs({ compiler, answer }: CompiledPolicy): readonly Warning[] {
  const { flowsTo, top } = compiler.space;
  if (!answer.acts || !flowsTo(top, answer.ceiling)) return [];
  const message = 'the client acts on answers, and any text that the model was shown may cause one';
  const hint = 'write what may cause it at most, or leave `ceiling` out: then it is `bottom`';
  return [warning({ code: 'write-unlimited', at: ['answer', 'ceiling'], message, hint })];
}

/** Why an answer is ruled the same with and without this field. */
function whyIdle(
  { compiler }: CompiledPolicy,
  answer: CompiledAnswer,
  field: AnswerField,
): string | undefined {
  const isAsStrict = (other: Pick<AnswerField, 'ceiling' | 'onViolation'>): boolean =>
    compiler.space.flowsTo(other.ceiling, field.ceiling) &&
    strictest([field.onViolation, other.onViolation]) === other.onViolation;
  if (isAsStrict(answer)) return 'no answer may carry more than its ceiling';
  const winner = answer.fields.find(
    (other) =>
      other.index !== field.index &&
      countsWith(other, field) &&
      isAsStrict(other) &&
      (other.index < field.index || !countsWith(field, other) || !isAlike(other, field)),
  );
  return winner && `\`${winner.name}\` counts wherever it does and is as strict`;
}

/** True if one field counts in every answer in which the other does, as far as paths tell. */
function countsWith(one: AnswerField, other: AnswerField): boolean {
  return covers(one.path, other.path) && (!one.optional || other.optional);
}

function isAlike(one: AnswerField, other: AnswerField): boolean {
  return one.ceiling === other.ceiling && one.onViolation === other.onViolation;
}

import type { Label } from '../../label/label.ts';
import { compilePath, readLabel, type Compiler } from './compiler.ts';
import type { Path } from '../path/path.ts';
import type {
  AnswerFieldSource,
  AnswerSource,
  OnViolationSource,
  PolicySource,
} from '../source.ts';

/** The answer as a sink. */
export interface CompiledAnswer {
  readonly acts: boolean;
  readonly ceiling: Label;
  readonly withLinks: Label;
  /** Where only its links keep an answer from going out: made inert, or asked about. */
  readonly links: 'inert' | 'asked';
  readonly fields: readonly AnswerField[];
  readonly onViolation: OnViolationSource;
}

/** A field of an answer that is JSON. */
export interface AnswerField {
  readonly name: string;
  /** Its place in the policy's list: one entry may have several paths. */
  readonly index: number;
  readonly path: Path;
  readonly ceiling: Label;
  readonly optional: boolean;
  readonly onViolation: OnViolationSource;
}

export function compileAnswer(compiler: Compiler, source: PolicySource): CompiledAnswer {
  const { withLinks, fields = [], onViolation = source.onViolation } = source.answer;
  const plain = ceilingOf(compiler, source.answer);
  const links =
    withLinks === undefined ? plain : readLabel(compiler, withLinks, ['answer', 'withLinks']);
  return {
    acts: source.answer.acts === true,
    ceiling: plain,
    withLinks: compiler.space.meet(plain, links),
    links: source.answer.links ?? 'asked',
    fields: fields.flatMap((field, index) => compileField(compiler, field, { index, onViolation })),
    onViolation,
  };
}

/** An acting answer is a write: with no ceiling given, only trusted text goes out by itself. */
function ceilingOf(compiler: Compiler, { ceiling }: AnswerSource): Label {
  if (ceiling === undefined) return compiler.space.bottom;
  return readLabel(compiler, ceiling, ['answer', 'ceiling']);
}

function compileField(
  compiler: Compiler,
  source: AnswerFieldSource,
  { index, onViolation }: Pick<AnswerField, 'index' | 'onViolation'>,
): readonly AnswerField[] {
  const at = ['answer', 'fields', index];
  const ceiling = readLabel(compiler, source.ceiling, [...at, 'ceiling']);
  const texts = typeof source.path === 'string' ? [source.path] : source.path;
  return texts.flatMap((text) => {
    const path = compilePath(compiler, text, { at: [...at, 'path'], bare: 'a-mistake' });
    if (path === undefined) return [];
    const { name = `answer with ${path.text}`, optional = false } = source;
    const rule = { name, index, path, ceiling, optional };
    return [{ ...rule, onViolation: source.onViolation ?? onViolation }];
  });
}

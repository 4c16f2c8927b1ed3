import type { Control } from '../../measure/control.ts';
import type { QuestionLeft } from '../../measure/questions-left.ts';

/** Cases of the controls that fail, and the controls that were not run. */
export function controlLines(controls: readonly Control[]): readonly string[] {
  return controls.flatMap(({ name, status, detail, cases }) => {
    const more = cases.length - casesMax;
    return [
      ...(status === 'absent' ? [`not run  ${name}: ${detail}`] : []),
      ...cases.slice(0, casesMax).map((each) => `${name}: ${each}`),
      ...(more > 0 ? [`${name}: and ${more} more (the report has all)`] : []),
    ];
  });
}

const casesMax = 10;

export function questionLines(questions: readonly QuestionLeft[]): readonly string[] {
  return questions.flatMap(({ defence, suite, task, tool, dimensions, from, suggestion }) => [
    `\n${defence}: ${suite}/${task}: ${tool === '' ? 'the answer' : tool} (${dimensions.join(', ')})`,
    ...from.map((source) => `  ${source}`),
    `  ${suggestion}`,
  ]);
}

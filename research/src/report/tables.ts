import { columnsShown, costColumns, outcomeColumns, type Column } from './columns.ts';
import { markup, type Html } from './html.ts';
import { notMeasurable } from '../measure/measurable.ts';
import type { QuestionLeft } from '../measure/questions-left.ts';
import type { Row } from '../measure/rows.ts';
import { shareMeanings, shareNames, sharesInOrder } from './share-names.ts';
import type { TableKey } from './worlds.ts';

/** The figures of each defence over all suites; the suites' own are folded away below. */
export function figureTables(world: TableKey, defences: readonly string[]): Html {
  const { rows, suites, notMeasured } = world;
  const name = 'All suites, each weighted by its cases';
  const options = { defences, notMeasured };
  const folded = suites.map(({ suite, rows: own }) => tablesOf(own, { ...options, name: suite }));
  const whole = markup`${mixOfCases} ${tablesOf(rows, { ...options, name })}`;
  if (suites.length < 2) return whole;
  return markup`${whole}
    <details>
      <summary>The same for each suite</summary>
      ${folded}
    </details>`;
}

/** Said where it can be seen that a defence does more tasks attacked than not. */
const mixOfCases = markup`<p>
  The count below each share says what it is of. Without an attack each task is one case. Attacked,
  it is one case for each goal of the attacker, so a task with more goals weighs more. Utility under
  attack can therefore be higher than utility without an attack.
</p>`;

interface TableOptions extends Pick<TableKey, 'notMeasured'> {
  readonly defences: readonly string[];
  readonly name: string;
}

function tablesOf(rows: readonly Row[], options: TableOptions): Html {
  const costs = `${options.name}: questions and cost`;
  return markup`${[
    figureTable(rows, { ...options, name: `${options.name}: outcomes`, columns: outcomeColumns }),
    figureTable(rows, { ...options, name: costs, columns: costColumns }),
  ]}`;
}

function figureTable(
  rows: readonly Row[],
  options: TableOptions & { readonly columns: readonly Column[] },
): Html {
  const { defences, name, columns, notMeasured: others } = options;
  const shown = columnsShown(columns, rows);
  const marked = others.map(
    (defence) =>
      markup`<tr>
        <th scope="row">${defence}</th>
        <td colspan="${shown.length}">${notMeasurable}</td>
      </tr> `,
  );
  const heads = shown.map(({ head }) => markup`<th scope="col" class="number">${head}</th>`);
  const lines = defences.flatMap((defence, at) =>
    rows
      .filter((row) => row.defence === defence)
      .map(
        (row) =>
          markup`<tr>
            ${defenceHead(defence, at + 1)}${shown.map(cellOf(row))}
          </tr> `,
      ),
  );
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${name}">
    <table class="figures">
      <caption>
        ${name}
      </caption>
      <thead>
        <tr>
          <th scope="col">defence</th>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${lines} ${marked}
      </tbody>
    </table>
  </div> `;
}

function cellOf(row: Row): (column: Column) => Html {
  return ({ cell }) => {
    const { text, details, alarm } = cell(row);
    const small = details.map((detail) => markup`<small>${detail}</small>`);
    const loud = alarm === '' ? undefined : markup`<strong class="alarm">${alarm}</strong>`;
    return markup`<td class="number">${text}${loud}${small}</td>`;
  };
}

/** A defence by its number and its colour, as in the charts. */
function defenceHead(defence: string, number: number): Html {
  return markup`<th scope="row">${defenceName(defence, number)}</th>`;
}

export function defenceName(defence: string, number: number): Html {
  return markup`<b class="n n${((number - 1) % 8) + 1}">${number}</b> ${defence}`;
}

/** What the names of figures mean, as entries of a list. */
export function meaningEntries(): readonly Html[] {
  return [
    ...sharesInOrder.map((name) => entry(shareNames[name], shareMeanings[name])),
    entry(
      '[…]',
      '95% score interval (Wilson); for attack success its upper end counts errors as successes',
    ),
    entry('TCR@k', 'tasks done with at most k questions to a truthful person'),
    entry('model calls a step', 'generations for each output that the client was given or refused'),
    entry(
      'violations',
      'calls above their ceiling that nobody allowed, found by the independent checker',
    ),
    entry(
      '×',
      'the cost divided by that without a defence, over tasks that have no error in either',
    ),
  ];
}

function entry(name: string, meaning: string): Html {
  return markup`<div>
    <dt>${name}</dt>
    <dd>${meaning}</dd>
  </div> `;
}

/** Every question that a truthful person is still asked although nobody attacks. */
export function questionsTable({ questionsLeft }: TableKey): Html | undefined {
  if (questionsLeft.length === 0) return undefined;
  const heads = ['defence', 'task', 'call', 'arguments', 'from', 'dimensions', 'would go away'];
  return markup`<details>
    <summary>Questions without an attack: ${questionsLeft.length}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Questions without an attack">
      <table>
        <thead>
          <tr>
            ${heads.map((head) => markup`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${questionsLeft.map(questionLine)}
        </tbody>
      </table>
    </div>
  </details> `;
}

function questionLine(question: QuestionLeft): Html {
  const { defence, suite, task, tool, from, dimensions, suggestion } = question;
  const pointers = question.arguments.join(', ');
  const what = tool === '' ? 'the answer' : tool;
  const where = pointers === '' ? 'the call as a whole' : pointers;
  const cells = [defence, `${suite} ${task}`, what, where, from.join(', '), dimensions.join(', ')];
  return markup`<tr>
    ${[...cells, suggestion].map((text) => markup`<td>${text}</td>`)}
  </tr> `;
}

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
  return markup`${mixOfCases} ${tablesOf(rows, { ...options, name })}
    <details>
      <summary>The same for each suite</summary>
      ${folded}
    </details>`;
}

/** Said where it can be seen that a defence does more tasks attacked than not. */
const mixOfCases = markup`<p>
  Counts stand below each share. Without an attack each task is one case; attacked, it is one for
  each goal of the attacker, so that suites with more goals weigh more. So utility under attack may
  be above utility without: it is of another mix of cases.
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

export function meaningsList(): Html {
  const entries = sharesInOrder.map((name) => {
    return markup`<div>
      <dt>${shareNames[name]}</dt>
      <dd>${shareMeanings[name]}</dd>
    </div>`;
  });
  return markup`<details>
    <summary>What the figures mean</summary>
    <dl class="facts">
      ${entries}
      <div>
        <dt>[…]</dt>
        <dd>
          95% score interval (Wilson); for attack success its upper end counts errors as successes
        </dd>
      </div>
      <div>
        <dt>TCR@k</dt>
        <dd>tasks done with at most k questions to a truthful person</dd>
      </div>
      <div>
        <dt>model calls a step</dt>
        <dd>generations for each output that the client was given or refused</dd>
      </div>
      <div>
        <dt>violations</dt>
        <dd>calls above their ceiling that nobody allowed, found by the independent checker</dd>
      </div>
      <div>
        <dt>×</dt>
        <dd>times the cost without a defence, on tasks that errored in neither, done or not</dd>
      </div>
    </dl>
  </details> `;
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

import type { JSX } from 'preact';
import type { Live } from '../api/live.ts';
import { useLoaded } from '../api/loaded.ts';
import { type Overview, overviewShape, type Who } from '../api/shapes.ts';
import { spanOf } from '../parts/time.ts';
import { Written } from '../parts/written.tsx';

interface OverviewProps {
  readonly live: Live;
  readonly who: Who;
}

/** How many questions there are, how they are decided, and what was stopped. */
export function OverviewPage({ live, who }: OverviewProps): JSX.Element {
  const { value, problem } = useLoaded('/overview', overviewShape, live.changes);
  return (
    <div class="runs overview">
      <h1>Overview</h1>
      {problem !== undefined && <p class="notice">{problem}</p>}
      {value !== undefined && <Tables overview={value} who={who} />}
    </div>
  );
}

interface TablesProps {
  readonly overview: Overview;
  readonly who: Who;
}

function Tables({ overview, who }: TablesProps): JSX.Element {
  const { days, people, flows, withheld, complete } = overview;
  return (
    <>
      <Table
        title="Questions a day"
        head={['Day (UTC)', 'Asked', 'Yes', 'No', 'Expired']}
        rows={days.map(({ day, asked, yes, no, expired }) => [day, asked, yes, no, expired])}
        none="No question was asked yet."
      />
      <Table
        title={who.roles.includes('admin') ? 'Who decided' : 'How you decided'}
        head={['Person', 'Yes', 'No', 'Share of yes', 'Median time to answer']}
        rows={people.map(({ name, yes, no, decidedMs }) => [
          name,
          yes,
          no,
          `${Math.round((100 * yes) / (yes + no))}%`,
          decidedMs === null ? 'not known' : spanOf(decidedMs),
        ])}
        none="No answer was given yet."
      />
      <Table
        title="What was stopped, or asked about"
        head={['Text from', 'Tool', 'Asked', 'Denied']}
        rows={flows.map(({ from, tool, asked, denied }) => [from, tool, asked, denied])}
        none="Nothing was, as far as you are cleared."
      />
      <p>
        {withheld === 0
          ? 'Nothing that MCP servers offer waits for approval.'
          : `${withheld} offers of MCP servers are withheld: sluice mcp list`}
      </p>
      {!complete && <p class="quiet">Of the newest 500 events of each kind.</p>}
    </>
  );
}

interface TableProps {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly none: string;
}

function Table({ title, head, rows, none }: TableProps): JSX.Element {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p class="quiet">{none}</p>
      ) : (
        <div class="scrolls" tabIndex={0} role="group" aria-label={title}>
          <table class="figures">
            <thead>
              <tr>
                {head.map((each) => (
                  <th key={each} scope="col">
                    {each}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([first, ...rest], at) => (
                <tr key={at}>
                  <th scope="row">
                    <Written text={String(first)} />
                  </th>
                  {rest.map((each, column) => (
                    <td key={column}>
                      <Written text={String(each)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

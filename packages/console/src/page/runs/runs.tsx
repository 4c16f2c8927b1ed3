import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Live } from '../api/live.ts';
import { useLoaded } from '../api/loaded.ts';
import { type Event, eventsShape } from '../api/shapes.ts';
import { toneOf } from '../parts/label.ts';
import { clockOf } from '../parts/time.ts';
import { Written } from '../parts/written.tsx';
import { addresses } from '../route.ts';
import { type Decision, decisions, matches, type Run, runsOf } from './runs-of.ts';

const newest = '/events?type=call-decided&order=newest&limit=500';

/** The runs that decided something lately, the newest first. */
export function Runs({ live }: { readonly live: Live }): JSX.Element {
  const { value, problem } = useLoaded(newest, eventsShape, live.changes);
  const [text, setText] = useState('');
  const [decision, setDecision] = useState<Decision | ''>('');
  const runs = runsOf(value?.events ?? []);
  const shown = runs.filter((run) => matches(run, { text, decision }));
  return (
    <div class="runs">
      <h1>Runs</h1>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <div>
          <label for="find">Tool, label, run or tenant</label>
          <input
            id="find"
            type="search"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <div>
          <label for="decision">Decision</label>
          <select
            id="decision"
            value={decision}
            onChange={({ currentTarget }) =>
              setDecision(decisions.find((each) => each === currentTarget.value) ?? '')
            }
          >
            <option value="">any</option>
            <option value="allow">allowed</option>
            <option value="ask">asked</option>
            <option value="deny">denied</option>
          </select>
        </div>
      </form>
      {problem !== undefined && <p class="notice">{problem}</p>}
      <p class="quiet" role="status">
        {value !== undefined && told(shown.length, value.events)}
      </p>
      {shown.length > 0 && <RunTable runs={shown} />}
    </div>
  );
}

function told(count: number, events: readonly Event[]): string {
  const all = events.length === 500 ? ', of the newest 500 decisions' : '';
  return `${count} ${count === 1 ? 'run' : 'runs'}${all}`;
}

function RunTable({ runs }: { readonly runs: readonly Run[] }): JSX.Element {
  return (
    <table class="arguments run-table">
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">Tools</th>
          <th scope="col">Decisions</th>
          <th scope="col">Labels</th>
          <th scope="col">Last</th>
        </tr>
      </thead>
      <tbody>
        {runs.map(({ run, tenant, tools, counts, labels, lastMs }) => (
          <tr key={`${tenant} ${run}`}>
            <th scope="row">
              <a href={addresses.run(run)}>{run.slice(0, 12)}</a>
            </th>
            <td>
              <code>
                <Written text={tools.join(', ')} />
              </code>
            </td>
            <td>
              {decisions.map(
                (each) =>
                  counts[each] > 0 && (
                    <span key={each} class="decision" data-kind={each}>
                      {counts[each]} {words[each]}
                    </span>
                  ),
              )}
            </td>
            <td>
              {labels.map((label) => (
                <span key={label} class="label" data-tone={toneOf(label)}>
                  {label}
                </span>
              ))}
            </td>
            <td class="quiet">{clockOf(lastMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const words = { allow: 'allowed', ask: 'asked', deny: 'denied' } as const;

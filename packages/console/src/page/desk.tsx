import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Live, useLive } from './api/live.ts';
import type { Who } from './api/shapes.ts';
import { Help } from './parts/help.tsx';
import { Mark } from './parts/mark.tsx';
import { isTyping } from './parts/keys.ts';
import { OverviewPage } from './overview/overview.tsx';
import { Questions } from './questions/questions.tsx';
import { RunView } from './runs/run.tsx';
import { Runs } from './runs/runs.tsx';
import { addresses, type Route, useRoute } from './route.ts';

interface DeskProps {
  readonly who: Who;
  readonly onOut: () => void;
  readonly onSignOut: () => Promise<void>;
}

/** Where a signed-in person works. */
export function Desk({ who, onOut, onSignOut }: DeskProps): JSX.Element {
  const route = useRoute();
  const live = useLive(onOut);
  const [isHelp, setHelp] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === '?' && !isTyping(event)) setHelp(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => toMain(event)}>
        Skip to the content
      </a>
      <header class="bar">
        <a class="brand" href={addresses.questions}>
          <Mark /> <span class="word">Sluice</span>
        </a>
        <nav aria-label="Main">
          <Tab to={addresses.questions} isHere={route.view.startsWith('question')}>
            Questions
          </Tab>
          <Tab to={addresses.runs} isHere={route.view.startsWith('run')}>
            Runs
          </Tab>
          <Tab to={addresses.overview} isHere={route.view === 'overview'}>
            Overview
          </Tab>
        </nav>
        <span class="spacer" />
        <Connection live={live} />
        <Person who={who} onSignOut={onSignOut} onHelp={() => setHelp(true)} />
      </header>
      <main id="main" tabIndex={-1}>
        <View route={route} who={who} live={live} />
      </main>
      {isHelp && <Help onClose={() => setHelp(false)} />}
    </>
  );
}

function toMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

interface ViewProps {
  readonly route: Route;
  readonly who: Who;
  readonly live: Live;
}

function View({ route, who, live }: ViewProps): JSX.Element {
  switch (route.view) {
    case 'questions':
      return <Questions live={live} who={who} />;
    case 'question':
      return <Questions live={live} who={who} id={route.id} />;
    case 'runs':
      return <Runs live={live} />;
    case 'overview':
      return <OverviewPage live={live} who={who} />;
    case 'run':
      return <RunView key={route.run} run={route.run} live={live} who={who} />;
  }
}

interface TabProps {
  readonly to: string;
  readonly isHere: boolean;
  readonly children: string;
}

function Tab({ to, isHere, children }: TabProps): JSX.Element {
  return (
    <a href={to} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  );
}

function Connection({ live: { isConnected } }: { readonly live: Live }): JSX.Element {
  return (
    <span class="connection" role="status" data-state={isConnected ? 'on' : 'off'}>
      {isConnected ? 'Live' : 'Reconnecting'}
    </span>
  );
}

interface PersonProps {
  readonly who: Who;
  readonly onSignOut: () => Promise<void>;
  readonly onHelp: () => void;
}

function Person({ who, onSignOut, onHelp }: PersonProps): JSX.Element {
  const { name, roles, clearance, tenant } = who;
  return (
    <details class="menu">
      <summary>{name}</summary>
      <div class="sheet">
        <dl>
          <dt>Roles</dt>
          <dd>{roles.join(', ')}</dd>
          <dt>Cleared for</dt>
          <dd>{clearance}</dd>
          <dt>Tenant</dt>
          <dd>{tenant ?? 'all'}</dd>
        </dl>
        <button type="button" onClick={onHelp}>
          Keyboard
        </button>
        <button type="button" onClick={() => void onSignOut()}>
          Sign out
        </button>
      </div>
    </details>
  );
}

import type { JSX } from 'preact';
import type { Detail } from '../api/shapes.ts';
import { spanOf, useNow } from '../parts/time.ts';
import { Written } from '../parts/written.tsx';

const soonMs = 120_000;

/** What would happen, in words of ours. */
export function Heading({ detail }: { readonly detail: Detail }): JSX.Element {
  const { tool, expiresMs, askedMs, state, rule } = detail;
  const nowMs = useNow();
  const leftMs = expiresMs - nowMs;
  const acts = rule.startsWith('acting answer');
  return (
    <header class="heading">
      <h1>
        {tool === '' ? (
          <>Give out an answer{acts && ' that its client acts on'}</>
        ) : (
          <>
            Call{' '}
            <span class="tool">
              <Written text={tool} />
            </span>
          </>
        )}
      </h1>
      <p class="quiet">
        Asked {spanOf(nowMs - askedMs)} ago.{' '}
        {state === 'open' && leftMs > 0 && (
          <span class={leftMs < soonMs ? 'soon' : undefined}>
            {spanOf(leftMs)} left; without an answer the call is not made.
          </span>
        )}
        <span class="sr" role="status">
          {state === 'open' && leftMs > 0 && leftMs < soonMs
            ? 'Less than two minutes are left.'
            : ''}
        </span>
      </p>
    </header>
  );
}

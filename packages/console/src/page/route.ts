import { useEffect, useState } from 'preact/hooks';

/** The view that the address names. What stands behind `#` goes to no server. */
export type Route =
  | { readonly view: 'questions' }
  | { readonly view: 'question'; readonly id: string }
  | { readonly view: 'runs' }
  | { readonly view: 'overview' }
  | { readonly view: 'run'; readonly run: string };

function routeOf(hash: string): Route {
  const [, view = '', id = ''] = hash.replace(/^#/, '').split('/');
  if (view === 'questions' && /^ap_[0-9a-f]{32}$/.test(id)) return { view: 'question', id };
  if (view === 'runs') {
    return /^[\w-]{1,64}$/.test(id) ? { view: 'run', run: id } : { view: 'runs' };
  }
  return view === 'overview' ? { view } : { view: 'questions' };
}

export const addresses = {
  questions: '#/questions',
  question: (id: string): string => `#/questions/${id}`,
  runs: '#/runs',
  overview: '#/overview',
  run: (run: string): string => `#/runs/${run}`,
} as const;

export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  useEffect(() => {
    const onChange = (): void => setRoute(routeOf(location.hash));
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return route;
}

/** The one-time code in the address; it is taken out of it at once. */
export function takeCode(): string | undefined {
  const code = /^#code=([\w-]{43})$/.exec(location.hash)?.[1];
  if (code !== undefined) history.replaceState(null, '', '/console');
  return code;
}

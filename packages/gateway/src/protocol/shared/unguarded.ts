import { RequestError } from '../errors.ts';
import type { OwnService, Route } from '../route.ts';

/**
 * A route of the provider's that asks for no answer which could be labelled. It is served only
 * where nothing is guarded: there the provider gets the request as it came.
 */
export function unguarded(path: string, upstream: Route['upstream'] | string): Route {
  const at = typeof upstream === 'string' ? () => upstream : upstream;
  return { path, methods: { POST: refusing }, upstream: at };
}

const refusing: OwnService = {
  serve: () =>
    Promise.reject(
      new RequestError('not_guarded', 'the gateway does not guard this route', {
        hint: 'call the provider itself for it, with a key of your own',
        status: 404,
      }),
    ),
  isOurs: () => Promise.resolve(false),
};

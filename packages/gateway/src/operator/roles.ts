import type { Role } from '../store/store.ts';

/**
 * The operators who may use a route. Every role may read what a `viewer` reads; otherwise no role
 * includes another.
 */
export type Allowed = Role | 'anyone';

/** Every route of the operators' API, and the role that it asks for. There are no others. */
export const routeRoles = {
  get: {
    '/api/health': 'anyone',
    '/api/proof': 'anyone',
    '/api/openapi.json': 'viewer',
    '/api/questions': 'viewer',
    '/api/questions/{id}': 'viewer',
    '/api/questions/{id}/context': 'viewer',
    '/api/runs/{run}/messages': 'viewer',
    '/api/events': 'viewer',
    '/api/overview': 'viewer',
    '/api/why/{id}': 'viewer',
    '/api/verify': 'viewer',
    '/api/export': 'viewer',
    '/api/runs/{run}/region': 'endorser',
    '/api/files': 'viewer',
    '/api/mcp': 'viewer',
    '/api/keys': 'admin',
    '/api/live': 'viewer',
    '/api/console/session': 'viewer',
  },
  post: {
    '/api/questions/{id}/approve': 'approver',
    '/api/questions/{id}/deny': 'approver',
    '/api/questions/{id}/without': 'approver',
    '/api/runs/{run}/endorse': 'endorser',
    '/api/runs/{run}/declassify': 'endorser',
    '/api/runs/{run}/erase': 'admin',
    '/api/runs/{run}/what-if': 'admin',
    '/api/files/endorse': 'endorser',
    '/api/mcp/accept': 'endorser',
    '/api/mcp/reset': 'endorser',
    '/api/mcp/forget': 'endorser',
    '/api/keys': 'admin',
    '/api/keys/{id}/secret': 'admin',
    '/api/reload': 'admin',
    '/api/break-glass': 'admin',
    '/api/console/codes': 'viewer',
    '/api/console/session': 'anyone',
  },
  delete: {
    '/api/keys/{id}': 'admin',
    '/api/console/session': 'viewer',
  },
} as const satisfies Record<'get' | 'post' | 'delete', Record<`/api/${string}`, Allowed>>;

export type Method = keyof typeof routeRoles;
export type PathOf<M extends Method> = string & keyof (typeof routeRoles)[M];

/** True if somebody with these roles may use a route that asks for `needed`. */
export function isAllowed(roles: readonly Role[], needed: Allowed): boolean {
  if (needed === 'anyone') return true;
  return needed === 'viewer' ? roles.length > 0 : roles.includes(needed);
}

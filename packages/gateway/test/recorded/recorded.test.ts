import { describe, expect, test } from 'vitest';
import { startRig } from '../gateway/harness.ts';
import { recordings, type RecordedRequest } from './recorded.ts';

/** The real gateway in front of the scripted provider, which refuses what it does not know. */
describe.each(recordings())('$agent $version', ({ requests }) => {
  test('each of its requests is answered, and what is left out is reported', async () => {
    await using rig = await startRig();
    for (const request of requests) {
      const before = rig.upstream.requests.length;
      const response = await fetch(`${rig.gateway().url}${request.path}`, {
        method: request.method,
        headers: withKey(request.headers, rig.key),
        body: JSON.stringify(request.body),
      });
      const text = await response.text();
      expect(response.status, `${request.during}: ${text}`).toBe(200);
      const passed = rig.upstream.requests[before];
      const dropped = (response.headers.get('x-sluice-dropped') ?? '').split(', ');
      const lost = sentIn(request).filter((name) => passed?.body[name] === undefined);
      expect(
        lost.filter((name) => !dropped.includes(name)),
        request.during,
      ).toEqual([]);
      expect(lostBetas(request, { passed: passed?.headers['anthropic-beta'], dropped })).toEqual(
        [],
      );
    }
  });
});

function withKey(
  headers: RecordedRequest['headers'],
  key: string,
): Readonly<Record<string, string>> {
  const values = Object.entries(headers).map(([name, value]) => [
    name,
    value.replace(/^(Bearer )?KEY$/, `$1${key}`),
  ]);
  return Object.fromEntries(values) as Readonly<Record<string, string>>;
}

const ofTools = new Set(['tools', 'tool_choice', 'parallel_tool_calls']);

/** Fields that say something: where there are no tools, nothing that is said of them does. */
function sentIn({ body }: RecordedRequest): readonly string[] {
  const { tools } = body;
  const hasNone = Array.isArray(tools) && tools.length === 0;
  return Object.keys(body).filter((name) => !(hasNone && ofTools.has(name)));
}

function lostBetas(
  { headers }: RecordedRequest,
  { passed, dropped }: { readonly passed: unknown; readonly dropped: readonly string[] },
): readonly string[] {
  const asked = headers['anthropic-beta']?.split(',') ?? [];
  const kept = typeof passed === 'string' ? passed.split(',') : [];
  return asked.filter(
    (beta) => !kept.includes(beta) && !dropped.includes(`anthropic-beta:${beta}`),
  );
}

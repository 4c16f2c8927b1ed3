import { conformance, urlTarget } from '@sluice/mcp-conformance';
import { expect } from 'vitest';
import { gatewayBefore } from '../mcp/gateway-under-test.ts';
import { proves } from '../src/testing/proves.ts';
import { freePort } from '../mcp/ports.ts';

/** An answer that has not come by then never will: the scenario fails. */
const patienceMsMax = 60_000;

proves('mcp-conformance/own', async () => {
  const serverPort = await freePort();
  const server = `http://127.0.0.1:${serverPort}/mcp`;
  const { url, keys, stop } = await gatewayBefore(server, 'transparent');
  const [first, second] = keys;
  const tokens = { first, second, otherAudience: 'another' };
  const rows = await conformance({ target: urlTarget(url), serverPort, patienceMsMax, tokens });
  await stop();
  const others = rows.filter(({ scenario, outcome }) => {
    return scenario.optional !== true && outcome.kind !== 'holds';
  });
  expect(others.map(({ scenario, era, outcome }) => [scenario.name, era, outcome])).toEqual([]);
  expect(rows.length).toBeGreaterThan(200);
});

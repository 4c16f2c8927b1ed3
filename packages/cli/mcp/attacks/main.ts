/**
 * `npm run attacks:mcp -- [--only NAME] [--json]`: attacks of MCP servers on the client that uses
 * them, with and without Sluice before the servers. Exits with 1 where one succeeds with it, or
 * fails without it.
 */
import { parseArgs } from 'node:util';
import { attacks } from './attack.ts';
import { overHttp } from './http.ts';
import { play, type Played } from './play.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string' } },
});

const rows: Played[] = [];

function add(row: Played): void {
  rows.push(row);
  const outcome = row.succeeded ? 'succeeds' : 'does not act';
  const broken = row.works ? '' : ' (and an honest call failed)';
  console.error(`${row.name}  ${row.kind}: ${outcome}${broken}`);
}

const isWanted = ({ name }: { readonly name: string }): boolean =>
  values.only === undefined || values.only === name;

for (const attack of attacks.filter(isWanted)) {
  for (const kind of ['unguarded', 'guarded'] as const) add(await play(attack, kind));
}
for (const attack of overHttp.filter(isWanted)) {
  for (const kind of ['unguarded', 'guarded'] as const) add(await attack.play(kind));
}

const count = (kind: Played['kind']): number =>
  rows.filter((row) => row.kind === kind && row.succeeded).length;
const figures = {
  'mcp.attacks.unguarded': count('unguarded'),
  'mcp.attacks.guarded': count('guarded'),
  'mcp.attacks.honestFailing': rows.filter(({ works }) => !works).length,
};
const unproven = rows.filter(({ kind, succeeded }) => kind === 'unguarded' && !succeeded);
if (values.json) console.log(JSON.stringify({ figures, rows }));
else for (const [name, value] of Object.entries(figures)) console.log(`${name} ${value}`);
const isWell = figures['mcp.attacks.guarded'] + figures['mcp.attacks.honestFailing'] === 0;
process.exitCode = isWell && unproven.length === 0 ? 0 : 1;

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

/** Tells of each copy of the checker the first case that it gets wrong. */

const shape = z.object({
  copies: z.array(z.string()),
  cases: z.array(
    z.object({
      name: z.string(),
      policy: z.string(),
      finds: z.enum(['nothing', 'a difference', 'a violation']),
      events: z.array(z.unknown()),
      executed: z.array(z.object({ tool: z.string(), args: z.string() })),
    }),
  ),
});
type Check = (events: readonly unknown[], options: object) => Promise<unknown>;
const checker = z.object({ checkRuns: z.custom<Check>((value) => typeof value === 'function') });
const found = z.object({ differences: z.array(z.string()), violations: z.array(z.string()) });

type Case = z.output<typeof shape>['cases'][number];

const { copies, cases } = shape.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
for (const copy of copies) console.log(JSON.stringify((await firstWrong(copy)) ?? null));

async function firstWrong(copy: string): Promise<string | undefined> {
  const { checkRuns } = checker.parse(await import(pathToFileURL(copy).href));
  for (const each of cases) {
    const { events, policy, executed } = each;
    const checked: unknown = await checkRuns(events, { policy, executed });
    if (!isRight(each, found.parse(checked))) return each.name;
  }
  return undefined;
}

function isRight({ finds }: Case, { differences, violations }: z.output<typeof found>): boolean {
  const all = differences.length + violations.length;
  if (finds === 'nothing') return all === 0;
  return finds === 'a violation' ? violations.length > 0 : all > 0;
}

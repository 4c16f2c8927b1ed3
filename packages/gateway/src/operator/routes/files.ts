import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { FileView } from '../../files/file-views.ts';
import type { RequestError } from '../../protocol/errors.ts';
import { conflict, notFound } from '../errors.ts';
import { operatorLimits } from '../limits.ts';
import {
  tenantFilter,
  tenantOf,
  type Operator,
  type OperatorEnv,
  type OperatorParts,
} from '../operators.ts';
import { answers, failures, jsonBody, operation } from '../route.ts';
import { nameText, sha256Hex, words } from '../shapes.ts';

const filePath = z.string().min(1).max(operatorLimits.urlCharactersMax).openapi({
  description: 'The whole path of a file, or what is recorded as one',
});

const listRoute = createRoute({
  ...operation('get', '/api/files'),
  summary: 'Labels that calls have left at files; with a path, those that count for that file',
  request: { query: z.strictObject({ path: filePath.optional(), tenant: nameText.optional() }) },
  responses: {
    200: answers(
      'Those that you are cleared for, and, without a path, the number of the others',
      z.object({
        files: z.array(
          z.object({
            tenant: z.string(),
            path: z.string(),
            label: z.string(),
            cause: z.enum(['written', 'changed', 'unlisted', 'open']).openapi({
              description:
                'written: a call named the file; changed: after a command it read otherwise; ' +
                'unlisted: nobody can tell what a command changed here; open: not known yet',
            }),
            run: z.string(),
            call: z.string(),
            atMs: z.number(),
            content: z.enum(['as recorded', 'changed since', 'gone', 'unknown']),
            view: z.string().openapi({ description: 'The hash to endorse it by' }),
          }),
        ),
        hidden: z.number(),
      }),
    ),
    ...failures,
  },
});

const endorsing = z.strictObject({
  tenant: nameText.optional(),
  path: filePath,
  view: sha256Hex.openapi({ description: 'Of what is recorded, as it was shown' }),
  because: words,
});

const endorseRoute = createRoute({
  ...operation('post', '/api/files/endorse'),
  summary: 'Trust one file as the policy by itself does, for a reason',
  request: { body: jsonBody(endorsing) },
  responses: { 200: answers('It is endorsed', z.object({ done: z.literal(true) })), ...failures },
});

export function fileRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  app.openapi(listRoute, async (context) => {
    const { operator } = context.var;
    const { path: file, tenant } = context.req.valid('query');
    const all = await viewsFor(parts, operator, { file, tenant });
    const files = all.filter((each) => operator.sees(each.tenant, each.label));
    // Of one path it would say that something is recorded of it.
    const hidden = file === undefined ? all.length - files.length : 0;
    return context.json({ files: files.map((each) => shown(operator, each)), hidden }, 200);
  });
  app.openapi(endorseRoute, async (context) => {
    await endorse(parts, context.var.operator, context.req.valid('json'));
    return context.json({ done: true } as const, 200);
  });
}

interface Wanted {
  readonly file: string | undefined;
  readonly tenant: string | undefined;
}

async function viewsFor(
  parts: OperatorParts,
  operator: Operator,
  { file, tenant: named }: Wanted,
): Promise<readonly FileView[]> {
  const one = tenantFilter(operator, named);
  const tenants = one === undefined ? await parts.fileTenants() : [one];
  const views = tenants.map((tenant) => parts.files({ tenant, ...(file && { file }) }));
  return (await Promise.all(views)).flat();
}

/** The hash of the content stays here: who may read the file reads it on the disk. */
function shown(operator: Operator, { hash: _, ...view }: FileView): Omit<FileView, 'hash'> {
  return { ...view, label: operator.told(view.tenant, view.label) };
}

/** Records the act, then does it; what an operator may not see is not there. */
async function endorse(
  parts: OperatorParts,
  operator: Operator,
  { tenant: named, path: file, view, because }: z.output<typeof endorsing>,
): Promise<void> {
  const all = await viewsFor(parts, operator, { file, tenant: named });
  const found = all.find((each) => each.view === view);
  const tenant = found?.tenant ?? tenantOf(operator, named);
  const payload = { act: 'endorse-file', by: operator.name, path: file, view, because };
  // The operator has seen nothing above their own clearance.
  const act = { tenant, subject: found?.call ?? '', label: operator.clearance, payload };
  await parts.recorder.during(act, async () => {
    const isSeen = all.filter((each) => each.tenant === tenant).every(isFor(operator));
    if (all.length === 0 || !isSeen) throw notFound();
    const outcome = await parts.endorseFile({ tenant, file, view });
    if (outcome === 'missing') throw notFound();
    if (outcome === 'changed') throw fileChanged();
  });
}

function isFor({ sees }: Operator): (view: FileView) => boolean {
  return ({ tenant, label }) => sees(tenant, label);
}

function fileChanged(): RequestError {
  return conflict(
    'file_changed',
    'the file, or what is recorded of it, is not as it was shown',
    'look at it again: `sluice files explain PATH`',
  );
}

import * as z from 'zod';
import type { NewQuestion } from '../store/store.ts';

/** The public notice of a question: no argument, no label, no word of anybody. */
export interface Announcement {
  readonly id: string;
  readonly tenant: string;
  readonly run: string;
  /** Only the name of a declared tool that the policy names: any other is text of somebody. */
  readonly tool: string | undefined;
  readonly expiresMs: number;
}

/** A client may declare any text as a name; what receives this shows it to a person. */
const isPlainName = /^[\w.:/-]{1,128}$/;

const asked = z.object({ tool: z.string() });

/** Takes out of a question what may be told. What does not parse is told without a tool. */
export function announcementOf(
  { id, expiresMs, request }: NewQuestion,
  place: { readonly tenant: string; readonly run: string; readonly declared: ReadonlySet<string> },
): Announcement {
  const { tenant, run, declared } = place;
  const tool = toolIn(request);
  const isDeclared = tool !== undefined && declared.has(tool) && isPlainName.test(tool);
  return { id, tenant, run, expiresMs, tool: isDeclared ? tool : undefined };
}

function toolIn(request: string): string | undefined {
  try {
    return asked.safeParse(JSON.parse(request)).data?.tool;
  } catch {
    return undefined;
  }
}

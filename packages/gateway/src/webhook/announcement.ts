import { plainToolIn } from '../run/ask/plain-tool.ts';
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

/** Takes out of a question what may be told. What does not parse is told without a tool. */
export function announcementOf(
  { id, expiresMs, request }: NewQuestion,
  place: { readonly tenant: string; readonly run: string; readonly declared: ReadonlySet<string> },
): Announcement {
  const { tenant, run, declared } = place;
  const tool = plainToolIn(request);
  const isDeclared = tool !== undefined && declared.has(tool);
  return { id, tenant, run, expiresMs, tool: isDeclared ? tool : undefined };
}

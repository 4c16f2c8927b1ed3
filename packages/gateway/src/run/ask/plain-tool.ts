import * as z from 'zod';

/** A client may declare any text as a name; what is told of it is shown to a person. */
const isPlainName = /^[\w.:/-]{1,128}$/;

const asked = z.object({ tool: z.string() });

/** The tool that a stored question is about, where its name holds nothing but a name. */
export function plainToolIn(request: string): string | undefined {
  try {
    const tool = asked.safeParse(JSON.parse(request)).data?.tool;
    return tool !== undefined && isPlainName.test(tool) ? tool : undefined;
  } catch {
    return undefined;
  }
}

/** The line where a tool stands; 1 where it stands in an included file, or is gone. */
export function lineOfTool(text: string, tool: string | undefined): number {
  const at = text.split('\n').findIndex((line) => line.trimStart().startsWith(`${tool ?? ''}:`));
  return tool === undefined || at === -1 ? 1 : at + 1;
}

/** Headings of `sluice --help`, each with its commands. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'Start:': ['demo', 'init', 'policy', 'doctor', 'gateway'],
  'Answer questions:': ['approvals', 'approve', 'deny', 'endorse', 'declassify'],
  'Look at what happened:': ['why', 'events', 'report', 'export', 'verify'],
  'Run a gateway:': ['keys', 'reload', 'erase', 'break-glass'],
};

/** Where a command is listed; one that serves measuring is not named above. */
export function helpGroupOf(command: string): string {
  const [heading] = Object.entries(groups).find(([, commands]) => commands.includes(command)) ?? [];
  return heading ?? 'Measure:';
}

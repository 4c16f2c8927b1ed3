// For the research of this repository, whose commands look and behave like this program's. It
// changes without notice.
export { Command, InvalidArgumentError } from 'commander';
export { listed } from './listed-names.ts';
export type { CommandContext, ExitCode } from './command-context.ts';
export { demoPolicyText } from './demo/place.ts';
export { reader } from './demo/reader/reader.ts';
export { runUnguarded } from './demo/unguarded.ts';
export { taskNamed, type Task } from './demo/world/tasks.ts';
export type { Outcome } from './demo/world/tasks.ts';
export { worldTools } from './demo/world/tools.ts';
export { freshWorld, type DemoWorld } from './demo/world/world.ts';
export { skeleton } from '@sluice/gateway';
export { readText } from './files.ts';
export { jsonFields } from './json.ts';
export { inProcess, namedPropagator } from './local/open-named.ts';
export { loadPolicyFile } from './policy-file.ts';
export { policyFileFor, policyFor, shippedPolicyFolder } from './replay/suites.ts';
export type { Research } from './research.ts';
export { grid } from './show/grid.ts';
export type { Terminal } from './terminal.ts';

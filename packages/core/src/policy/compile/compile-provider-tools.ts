import { readLabel, type Compiler } from './compiler.ts';
import type { ProviderTool } from '../policy.ts';
import type { ProviderToolSource, ProviderToolsSource } from '../source.ts';

/**
 * Within one generation a search may follow on another, and then carries what that one found. Only
 * the view is ruled on, so a result that is above the ceiling is a mistake.
 */
export function compileProviderTools(
  compiler: Compiler,
  source: ProviderToolsSource = {},
): ReadonlyMap<string, ProviderTool> {
  const named: readonly (readonly [string, ProviderToolSource])[] = Object.entries(source);
  const tools = named.map(([name, tool]) => {
    const at = ['providerTools', name];
    const ceiling = readLabel(compiler, tool.ceiling, [...at, 'ceiling']);
    const result = readLabel(compiler, tool.result, [...at, 'result']);
    if (!compiler.space.flowsTo(result, ceiling)) {
      const message = `what \`${name}\` finds may not go into its next call`;
      const hint = `write a ceiling to which \`${result.text}\` flows, such as \`top\``;
      compiler.report({ at: [...at, 'ceiling'], message, hint });
    }
    return [name, { ceiling, result }] as const;
  });
  return new Map(tools);
}

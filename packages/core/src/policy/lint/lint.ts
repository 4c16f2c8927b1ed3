import type { PlainTool } from '../../history/plain.ts';
import type { CompiledPolicy } from '../compile/compile.ts';
import { neverWords } from '../never-words.ts';
import { lintAnswer } from './lint-answer.ts';
import { lintCall } from './lint-call.ts';
import { lintData } from './lint-data.ts';
import { lintResult } from './lint-result.ts';
import { lintRoles, lintStores } from './lint-roles.ts';
import { lintToolTrust, lintTrust } from './lint-trust.ts';
import { pinOf } from '../pin.ts';
import { wordsIn } from './write-words.ts';
import { nearest, warning, type Warning } from '../problem.ts';

/** Warnings about a policy that can be loaded. Without `tools`, nothing is said of which exist. */
export async function lintPolicy(
  compiled: CompiledPolicy,
  tools: readonly PlainTool[] | undefined,
): Promise<readonly Warning[]> {
  return [
    ...lintDefaults(compiled),
    ...lintEmpty(compiled, tools ?? []),
    ...lintTrust(compiled),
    ...lintAnswer(compiled),
    ...lintProviderTools(compiled),
    ...lintStores(compiled),
    ...Object.keys(compiled.source.tools).flatMap((name) => [
      ...lintTool(compiled, name, tools),
      ...lintToolTrust(
        compiled,
        name,
        tools?.find((each) => each.name === name),
      ),
    ]),
    ...lintDeclared(compiled, tools ?? []),
    ...(await lintPins(compiled, tools ?? [])),
  ];
}

function lintDefaults({ source }: CompiledPolicy): readonly Warning[] {
  const found: Warning[] = [];
  if (source.unlabelled === 'bottom') {
    const message = 'results of tools that say nothing of them count as trusted and public';
    const hint = 'leave this out, unless you reproduce a figure that needs it';
    found.push(
      warning({
        code: 'unlabelled-trusted',
        at: ['unlabelled'],
        message,
        hint,
      }),
    );
  }
  return found;
}

/** Of tools that were declared it is said one by one that none is named. */
function lintEmpty(
  { source, answer, providerTools, unlabelled }: CompiledPolicy,
  declared: readonly PlainTool[],
): readonly Warning[] {
  const guards = Object.keys(source.tools).length + providerTools.size + declared.length;
  if (guards > 0 || answer.acts) return [];
  return [
    warning({
      code: 'tools-missing',
      at: ['tools'],
      onKey: true,
      message: `no tool is named: no call is automatic, and all results are ${unlabelled.text}`,
      hint: 'write `NAME: { call: { ceiling: bottom }, result: { format: auto, label: top } }` for each tool',
    }),
  ];
}

/** A search takes with it whatever of a view the model puts into it. */
function lintProviderTools({ compiler, providerTools }: CompiledPolicy): readonly Warning[] {
  const { flowsTo, top } = compiler.space;
  return [...providerTools]
    .filter(([, { ceiling }]) => flowsTo(top, ceiling))
    .map(([name]) =>
      warning({
        code: 'search-unlimited',
        at: ['providerTools', name, 'ceiling'],
        message: `all that the model is shown may go into a call of \`${name}\``,
        hint: 'write what may leave the system at most, such as `untrusted & everyone`',
      }),
    );
}

function lintTool(
  compiled: CompiledPolicy,
  name: string,
  tools: readonly PlainTool[] | undefined,
): readonly Warning[] {
  const source = compiled.source.tools[name];
  const tool = compiled.tools.get(name);
  if (source === undefined || tool === undefined) return [];
  const at = ['tools', name];
  const declared = tools?.find((each) => each.name === name);
  const found: Warning[] = [];
  if (tools !== undefined && declared === undefined) {
    const near = nearName(
      name,
      tools.map((each) => each.name),
    );
    const hint = near === undefined ? 'leave it out, or declare the tool' : `write \`${near}\``;
    const message = `no tool \`${name}\` is declared`;
    found.push(warning({ code: 'tool-not-declared', at, onKey: true, message, hint }));
  }
  if (tool.result !== undefined && source.result !== undefined) {
    const { result } = tool;
    found.push(...lintResult({ compiled, result, source: source.result, at: [...at, 'result'] }));
  } else {
    const message = `\`${name}\` has no \`result\`: what it returns is ${compiled.unlabelled.text}`;
    const hint = 'add `result: { format: auto, label: top }`';
    found.push(warning({ code: 'result-missing', at, onKey: true, message, hint }));
  }
  const { call } = source;
  if (call === undefined) {
    const message = `\`${name}\` has no \`call\`: ${neverWords[tool.onViolation]}`;
    const hint = 'add `call: { ceiling: bottom }`, or `call: never` if it is to stay so';
    found.push(warning({ code: 'call-missing', at, onKey: true, message, hint }));
  } else if (call !== 'never' && tool.call !== 'never') {
    const place = { compiled, call: tool.call, source: call, declared, at: [...at, 'call'] };
    found.push(
      ...lintCall(place),
      ...lintRoles({ tool: name, data: call.data }, declared, place.at),
      ...lintData(compiled, tool.call, place.at),
    );
  }
  return found;
}

/** A client puts the server's name before a tool's, or writes its words in another way. */
function nearName(name: string, known: readonly string[]): string | undefined {
  const own = wordsIn(name).join(' ');
  return (
    known.find((other) => wordsIn(other).join(' ') === own) ??
    known.find((other) => wordsIn(other).join(' ').endsWith(` ${own}`)) ??
    nearest(name, known)
  );
}

/** Tools that the policy does not name. */
function lintDeclared(
  { tools, unlabelled }: CompiledPolicy,
  declared: readonly PlainTool[],
): readonly Warning[] {
  return declared
    .filter(({ name }) => !tools.has(name))
    .map(({ name }) =>
      warning({
        code: 'tool-not-named',
        at: ['tools'],
        onKey: true,
        message: `the policy says nothing of \`${name}\`: no call is automatic, results are ${unlabelled.text}`,
        hint: `add \`${name}: { result: { format: auto, label: top }, call: never }\` under \`tools\``,
      }),
    );
}

async function lintPins(
  { tools }: CompiledPolicy,
  declared: readonly PlainTool[],
): Promise<readonly Warning[]> {
  const found: Warning[] = [];
  for (const tool of declared) {
    const description = tools.get(tool.name)?.description;
    if (typeof description !== 'object') continue;
    const pin = pinOf(tool);
    if (pin === description.pin) continue;
    found.push(
      warning({
        code: 'pin-differs',
        at: ['tools', tool.name, 'description', 'pin'],
        message: `\`${tool.name}\` is not the tool that was pinned: its description counts as top`,
        hint: `read it again, and if it is as it should be write \`${pin}\``,
      }),
    );
  }
  return found;
}

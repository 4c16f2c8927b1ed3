import {
  canonicalJson,
  Content,
  History,
  type Label,
  type LabelledTool,
  type Message,
  type Policy,
} from '@sluice/core';
import type { GroundTruthCall, SuiteFacts } from '../agentdojo/facts.ts';

/** The conversation before a suite's task begins: its tools, and what the user says. */
export function beginning(policy: Policy, suite: SuiteFacts, prompt: string): History {
  const parts = [{ kind: 'text', content: policy.labelTurn('user', prompt) }] as const;
  const user: Message = { role: 'user', parts, shape: policy.space.bottom };
  return History.of(
    suite.tools.map((name) => declared(policy, suite, name)),
    [user],
  );
}

/** The conversation after a call, of which all that it gave back carries `label` too. */
export function after(
  history: History,
  call: GroundTruthCall,
  { policy, label }: { readonly policy: Policy; readonly label: Label },
): History {
  const { space } = policy;
  const id = `call-${history.length}`;
  const args = Content.whole(space, canonicalJson({}), label);
  const made = { id, tool: call.tool, declared: true, args, label };
  const content = policy
    .labelResult({ tool: call.tool, args: call.args, text: call.output, failed: false })
    .raisedTo(space, label);
  const text = Content.whole(space, '', label);
  return history.append(
    { role: 'assistant', text, calls: [made], label },
    {
      role: 'tool',
      callId: id,
      parts: [{ kind: 'text', content }],
      shape: content.root.label,
    },
  );
}

/** As the suite declares it. */
function declared(policy: Policy, suite: SuiteFacts, name: string): LabelledTool {
  const { description = '', parameters = {} } = suite.declared?.[name] ?? {};
  const tool = { name, description, parameters };
  return { tool, label: policy.labelTool(tool), vouched: policy.vouchesFor(name) };
}

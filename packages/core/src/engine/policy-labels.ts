import { Content } from '../history/content.ts';
import type { Label } from '../label/label.ts';
import type { Policy, ToolResult } from '../policy/policy.ts';

/** The policy's word on a turn. One that fails to say says top, here and below. */
export function labelTurn(policy: Policy, role: 'system' | 'user', text: string): Content {
  try {
    return policy.labelTurn(role, text);
  } catch {
    return Content.whole(policy.space, text, policy.space.top);
  }
}

export function labelResult(policy: Policy, result: ToolResult): Content {
  try {
    return policy.labelResult(result);
  } catch {
    return Content.whole(policy.space, result.text, policy.space.top);
  }
}

export function labelOpaqueResult(policy: Policy, tool: string, failed: boolean): Label {
  try {
    return policy.labelOpaqueResult(tool, failed);
  } catch {
    return policy.space.top;
  }
}

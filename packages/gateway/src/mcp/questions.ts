import {
  canonicalJson,
  type ConfirmRequest,
  type Decision,
  type Label,
  type Policy,
} from '@sluice/core';
import { sha256 } from './sha256.ts';

/** A call with all that is decided on. */
export interface DecidedCall {
  readonly run: string;
  /** The name with the server's. */
  readonly tool: string;
  /** The name by which the policy rules it. */
  readonly ruled: string;
  /** Canonical JSON. */
  readonly args: string;
  readonly label: Label;
  readonly decision: Decision;
}

/**
 * Names a call by all that a yes to it depends on, so that the same call, made again, finds its
 * answer, and no other does. `definition`: the tool as its server describes it.
 */
export function questionCallId(
  { run, tool, args, label }: DecidedCall,
  { definition, policy }: { readonly definition: string; readonly policy: Policy },
): string {
  const parts = [run, tool, args, label.text, definition, policy.hash];
  return `mcp_${sha256(JSON.stringify(parts)).slice(0, 32)}`;
}

/** The question that a person is shown; `undefined`: nobody may be asked. */
export function requestOf(
  { run, tool, ruled, args, label, decision }: DecidedCall,
  { callId, policy }: { readonly callId: string; readonly policy: Policy },
): ConfirmRequest | undefined {
  const dutyOf = policy.dutyOf(label);
  if (dutyOf === undefined) return undefined;
  const ruling = policy.ruleCall(ruled, args);
  const ceiling = ruling.kind === 'ceiling' ? ruling.ceiling : undefined;
  const { rule, violations } = decision;
  const none = { evidence: [], unsourced: [] };
  const shown = { run, callId, tool, args, label, ceiling, rule, violations, ...none, dutyOf };
  const plain: unknown = JSON.parse(JSON.stringify(shown));
  return { ...shown, hash: sha256(canonicalJson(plain)) };
}

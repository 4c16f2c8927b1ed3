import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadPolicy, type Policy, SluiceError } from '@sluice/core';
import { structuredPatch } from 'diff';
import { readText } from '../files.ts';
import { fieldsOf, jsonFields } from '../json.ts';
import { policyOptions } from '../policy-file.ts';
import { shortLine } from '../show/printable.ts';
import type { Terminal } from '../terminal.ts';
import type { RunPolicy } from './run-policy.ts';

/** How somebody says yes to a policy that has changed. */
export interface Acceptance {
  /** `--accept-policy`. */
  readonly isAccepted: boolean;
  readonly terminal: Pick<Terminal, 'warn' | 'line'>;
}

/** A policy that an agent may be started under. */
export interface Accepted {
  /** `first`: nobody has started an agent under it before. */
  readonly kind: 'first' | 'same' | 'changed';
  /** At the next start, anything that differs from this is asked about. */
  readonly keep: () => void;
}

type Texts = RunPolicy['texts'];

/**
 * Compares a policy of the user's with what was accepted last: an agent may write where it stands,
 * in another sandbox or in a session before. Throws `settings-invalid` for one that has changed
 * and that nobody says yes to.
 */
export async function acceptPolicy(
  policy: RunPolicy,
  root: string,
  { isAccepted, terminal }: Acceptance,
): Promise<Accepted> {
  const file = path.join(path.dirname(root), 'accepted', `${hashOf(policy.file)}.json`);
  const keep = (): void => write(file, policy);
  if (!existsSync(file)) return { kind: 'first', keep };
  const before = textsIn(readText(file));
  if (isSame(before, policy.texts)) return { kind: 'same', keep };
  const name = path.basename(policy.file);
  terminal.warn(`! ${name} is not as you accepted it last:`);
  for (const line of await changes(policy, before)) terminal.warn(line);
  if (isAccepted || (await isTyped(terminal))) return { kind: 'changed', keep };
  throw new SluiceError('settings-invalid', `\`${name}\` has changed since you accepted it`, {
    hint: 'if you want all of this, type the same line with `--accept-policy` before `--`',
  });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function write(file: string, { file: of, texts }: RunPolicy): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, JSON.stringify({ file: of, texts: Object.fromEntries(texts) }), {
    mode: 0o600,
  });
  renameSync(whole, file);
}

function textsIn(json: string): Texts {
  return new Map(
    Object.entries(fieldsOf(jsonFields(json)['texts'])).map(([name, text]) => [name, String(text)]),
  );
}

function isSame(one: Texts, other: Texts): boolean {
  return one.size === other.size && [...one].every(([name, text]) => other.get(name) === text);
}

async function isTyped({ line }: Acceptance['terminal']): Promise<boolean> {
  const typed = await line?.('Start the agent under it as it is now? [y/N] ');
  return /^y(?:es)?$/i.test(typed?.trim() ?? '');
}

const shownLinesMax = 30;

/** The lines that are different, and how many flows that opens. */
async function changes(policy: RunPolicy, before: Texts): Promise<readonly string[]> {
  const names = [...new Set([...before.keys(), ...policy.texts.keys()])];
  const lines = names.flatMap((name) => changedLines(name, before, policy.texts));
  const more = lines.length - shownLinesMax;
  const flows = await opened(policy, before);
  return [
    ...lines.slice(0, shownLinesMax).map((line) => `  ${shortLine(line)}`),
    ...(more > 0 ? [`  and ${more} more lines`] : []),
    ...(flows === undefined ? [] : [flows]),
  ];
}

function changedLines(name: string, before: Texts, after: Texts): readonly string[] {
  const { hunks } = structuredPatch(
    name,
    name,
    before.get(name) ?? '',
    after.get(name) ?? '',
    undefined,
    undefined,
    { context: 0 },
  );
  return hunks.flatMap(({ newStart, lines }) => [`${name}:${newStart}`, ...lines]);
}

/** `undefined` where the earlier one can no longer be loaded. */
async function opened(policy: RunPolicy, before: Texts): Promise<string | undefined> {
  const { diffPolicies } = await import('@sluice/core/policy-diff');
  const { openedLine } = await import('../policy/diff.ts');
  try {
    const [one, other] = [await loaded(policy, before), await loaded(policy, policy.texts)];
    return openedLine(diffPolicies(one, other));
  } catch {
    return undefined;
  }
}

async function loaded({ file }: RunPolicy, texts: Texts): Promise<Policy> {
  const textOf = (name: string): string => texts.get(path.normalize(name)) ?? '';
  const include = async (name: string): Promise<string> => await Promise.resolve(textOf(name));
  return await loadPolicy(textOf(path.basename(file)), { ...policyOptions(file), include });
}

import { isMap, parseDocument, type Document } from 'yaml';
import { fieldsOf } from '../json.ts';
import type { Candidate } from './candidates.ts';

/** A policy with one change, and the change as it is to be typed. */
export interface Edited {
  readonly text: string;
  /** The mapping under the tool's name, in YAML on one line. */
  readonly lines: readonly string[];
}

/**
 * Makes one change in the text of a policy. `undefined` where the policy is not of a form that it
 * can be made in: the tool stands in an included file, or its call is `never`.
 */
export function edited(policy: string, candidate: Candidate): Edited | undefined {
  const document = parseDocument(policy);
  const { tool } = candidate;
  if (!isMap(document.getIn(['tools', tool]))) return undefined;
  const { bottom, top } = { bottom: 'bottom', top: 'top' };
  const set = (path: readonly string[], value: unknown): void =>
    document.setIn(['tools', tool, ...path], document.createNode(value, { flow: true }));
  switch (candidate.kind) {
    case 'result':
      set(['result', 'label'], bottom);
      break;
    case 'field':
      setField(document, candidate, set);
      break;
    case 'call':
      if (saidOf(document, tool, 'call') === 'never') set(['call'], { ceiling: top });
      else set(['call', 'ceiling'], top);
      break;
    case 'argument': {
      const call = fieldsOf(saidOf(document, tool, 'call'));
      const rule = { when: { [candidate.argument]: candidate.values }, ceiling: top };
      if (call['ceiling'] === undefined) return undefined;
      // A policy would read it as the name of a group.
      if (candidate.values.some((value) => String(value).startsWith('@'))) return undefined;
      set(['call', 'rules'], [...listOf(call['rules']), rule]);
      break;
    }
    case 'strangers':
      tighten(document, candidate, set);
      break;
    case 'ceiling': {
      const { rules } = fieldsOf(saidOf(document, tool, 'call'));
      set(['call', 'ceiling'], candidate.ceiling);
      if (rules !== undefined) set(['call', 'rules'], []);
    }
  }
  const now = document.getIn(['tools', tool]);
  const lines = `${tool}: ${JSON.stringify(isMap(now) ? now.toJSON() : now)}`;
  return { text: String(document), lines: [lines] };
}

/** Nothing that raises the label of a part may be left. */
function tighten(
  document: Document,
  { tool, label }: Extract<Candidate, { kind: 'strangers' }>,
  set: (path: readonly string[], value: unknown) => void,
): void {
  const result = fieldsOf(saidOf(document, tool, 'result'));
  set(['result', 'label'], label);
  for (const key of ['rules', 'spans', 'args']) {
    if (result[key] !== undefined) set(['result', key], []);
  }
}

function setField(
  document: Document,
  { tool, path }: Extract<Candidate, { kind: 'field' }>,
  set: (path: readonly string[], value: unknown) => void,
): void {
  const result = fieldsOf(saidOf(document, tool, 'result'));
  if (result['format'] === 'text') set(['result', 'format'], 'auto');
  // A value is never lower than the list around it.
  if (result['shape'] === undefined) set(['result', 'shape'], 'bottom');
  set(['result', 'rules'], [...listOf(result['rules']), { path, label: 'bottom' }]);
}

/** What a tool says of this key, with what its template says. */
function saidOf(document: Document, tool: string, key: 'call' | 'result'): unknown {
  const policy = fieldsOf(document.toJS());
  const own = fieldsOf(fieldsOf(policy['tools'])[tool]);
  const template = fieldsOf(fieldsOf(policy['templates'])[String(own['like'])]);
  const [over, under] = [own[key], template[key]];
  if (over === undefined || typeof over === 'string') return over ?? under;
  return { ...fieldsOf(under), ...fieldsOf(over) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

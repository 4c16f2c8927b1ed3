import { SluiceError } from '@sluice/core';
import { fieldsOf } from '../../files.ts';

/** Answers of the operators' API, as far as the terminal shows them. */

export interface Summary {
  readonly id: string;
  readonly tenant: string;
  readonly run: string;
  readonly state: string;
  readonly tool: string;
  readonly rule: string;
  readonly label: string;
  readonly askedMs: number;
  readonly expiresMs: number;
  readonly approvedBy: readonly string[];
  readonly waitingFor: readonly string[];
}

export interface Detail extends Summary {
  readonly args: string;
  readonly ceiling: string | undefined;
  readonly violations: readonly { readonly dimension: string; readonly argument: string }[];
  readonly evidence: readonly Evidence[];
  readonly unsourced: readonly string[];
  /** JSON pointers of what is above its ceiling. */
  readonly deciding: readonly string[];
  readonly hash: string;
}

export interface Evidence {
  readonly argument: string;
  readonly region: string;
  readonly how: string;
  readonly from: string;
  readonly path: string;
  readonly label: string;
  readonly excerpt: string;
}

export interface Listed {
  readonly questions: readonly Summary[];
  readonly total: number;
  readonly hidden: number;
  readonly next: string | undefined;
}

export interface Event {
  readonly seq: number;
  readonly atMs: number;
  readonly run: string;
  readonly type: string;
  /** Empty where there is none, or none is kept. */
  readonly label: string;
  readonly subject: string;
  readonly payload: Fields;
  readonly redacted: boolean;
}

export type Fields = Readonly<Record<string, unknown>>;

export function parseListed(answer: unknown): Listed {
  const fields = fieldsOf(answer);
  return {
    questions: listIn(fields, 'questions').map((each) => parseSummary(each)),
    total: numberIn(fields, 'total'),
    hidden: numberIn(fields, 'hidden'),
    next: fields['next'] === null ? undefined : textIn(fields, 'next'),
  };
}

export function parseSummary(answer: unknown): Summary {
  const fields = fieldsOf(answer);
  return {
    id: textIn(fields, 'id'),
    tenant: textIn(fields, 'tenant'),
    run: textIn(fields, 'run'),
    state: textIn(fields, 'state'),
    tool: textIn(fields, 'tool'),
    rule: textIn(fields, 'rule'),
    label: textIn(fields, 'label'),
    askedMs: numberIn(fields, 'askedMs'),
    expiresMs: numberIn(fields, 'expiresMs'),
    approvedBy: textsIn(fields, 'approvedBy'),
    waitingFor: textsIn(fields, 'waitingFor'),
  };
}

/** Throws where anything is missing: nobody approves what is not shown whole. */
export function parseDetail(answer: unknown): Detail {
  const fields = fieldsOf(answer);
  return {
    ...parseSummary(answer),
    args: textIn(fields, 'args'),
    ceiling: fields['ceiling'] === null ? undefined : textIn(fields, 'ceiling'),
    violations: listIn(fields, 'violations').map((each) => {
      const violation = fieldsOf(each);
      return {
        dimension: textIn(violation, 'dimension'),
        argument: textIn(violation, 'argument'),
      };
    }),
    evidence: listIn(fields, 'evidence').map((each) => parseEvidence(fieldsOf(each))),
    unsourced: textsIn(fields, 'unsourced'),
    deciding: textsIn(fields, 'deciding'),
    hash: textIn(fields, 'hash'),
  };
}

function parseEvidence(fields: Fields): Evidence {
  return {
    argument: textIn(fields, 'argument'),
    region: textIn(fields, 'region'),
    how: textIn(fields, 'how'),
    from: textIn(fields, 'from'),
    path: textIn(fields, 'path'),
    label: textIn(fields, 'label'),
    excerpt: textIn(fields, 'excerpt'),
  };
}

export function parseEvents(answer: unknown): {
  readonly events: readonly Event[];
  readonly raw: readonly unknown[];
  readonly next: number | undefined;
} {
  const fields = fieldsOf(answer);
  const raw = listIn(fields, 'events');
  const next = fields['next'] === null ? undefined : numberIn(fields, 'next');
  return { events: raw.map((each) => parseEvent(fieldsOf(each))), raw, next };
}

export function parseEvent(fields: Fields): Event {
  return {
    seq: numberIn(fields, 'seq'),
    atMs: numberIn(fields, 'atMs'),
    run: textIn(fields, 'run'),
    type: textIn(fields, 'type'),
    label: fields['label'] === null ? '' : textIn(fields, 'label'),
    subject: textIn(fields, 'subject'),
    payload: fieldsOf(fields['payload']),
    redacted: fields['redacted'] !== false,
  };
}

export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value;
  throw unexpected(name);
}

export function numberIn(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === 'number') return value;
  throw unexpected(name);
}

export function listIn(fields: Fields, name: string): readonly unknown[] {
  const value: unknown = fields[name];
  if (Array.isArray(value)) return value;
  throw unexpected(name);
}

export function textsIn(fields: Fields, name: string): readonly string[] {
  return listIn(fields, name).map((text) => {
    if (typeof text === 'string') return text;
    throw unexpected(name);
  });
}

function unexpected(name: string): SluiceError {
  return new SluiceError('settings-invalid', `the gateway’s answer has no \`${name}\``, {
    hint: 'use a `sluice` of the same version as the gateway',
  });
}

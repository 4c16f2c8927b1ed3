import { stringify } from 'yaml';
import type { Dimensions, Draft } from './draft.ts';

/** The labels that a first policy is written with. */
export interface Labels {
  /** Trusted, and for everyone. */
  readonly bottom: string;
  /** Written by strangers, and for everyone. */
  readonly spoken: string;
  /** What strangers may have written, and nobody else may read. */
  readonly strangers: string;
  /** The user's own, which nobody else may read. */
  readonly own: string;
}

export function labelsOf(dimensions: Dimensions): Labels {
  return dimensions === 'integrity'
    ? { bottom: 'trusted', spoken: 'untrusted', strangers: 'untrusted', own: 'trusted' }
    : {
        bottom: 'trusted & everyone',
        spoken: 'untrusted & everyone',
        strangers: 'untrusted & nobody',
        own: 'trusted & nobody',
      };
}

/** Drafts that say the same share a template; the name says what. */
export function templateName({ effect, call, result }: Draft): string {
  const outside = effect === 'read' ? '-outside' : '';
  const leader = { asked: '-asked', user: outside, public: '-public', anyone: '' }[call];
  return `${effect}${leader}${result === 'own' ? '-own' : ''}`;
}

const calls: Readonly<Record<Draft['call'], string>> = {
  asked: 'a person is asked about each call',
  user: "asks where strangers' words had a part in a call",
  public: 'any text may lead to a call, and stand in it if everybody may read it',
  anyone: 'any text may lead to a call',
};

const results: Readonly<Record<Draft['result'], string>> = {
  own: "what it returns is the user's own, or the system's",
  strangers: 'strangers may have written what it returns',
};

/** A template of the policy, under `templates`. */
export function templateText(draft: Draft, labels: Labels): string {
  const { effect, call, result } = draft;
  const about = effect === 'read' ? 'Changes nothing' : 'Changes or sends something';
  const { bottom, spoken } = labels;
  const ceiling = { asked: 'never', user: bottom, public: spoken, anyone: 'top' }[call];
  const limit = ceiling === 'never' ? ceiling : `{ ceiling: ${ceiling} }`;
  return [
    `  # ${about}; ${results[result]};`,
    `  # ${calls[call]}.`,
    `  ${templateName(draft)}:`,
    ...(effect === 'read' ? ['    effect: read'] : []),
    `    call: ${limit}`,
    `    result: { format: text, label: ${labels[result]} }`,
    '',
  ].join('\n');
}

/** What a tool says beyond its template. */
export function beyondTemplate(draft: Draft, more: Readonly<Record<string, unknown>>): string {
  const { schema, data } = draft;
  const roles = Object.fromEntries(data.map(({ name, form }) => [name, form]));
  const call = {
    ...(schema !== undefined && { schema }),
    ...(data.length > 0 && { data: roles }),
  };
  const own = Object.keys(call).length === 0 ? {} : { call };
  const source = { like: templateName(draft), ...more, ...own };
  return stringify(source, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}

/** The topic of a sentence: something to find out, or words to pass on. */
export type Topic =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'balance' }
  | { readonly kind: 'transactions'; readonly limit: number }
  | { readonly kind: 'inbox' }
  | { readonly kind: 'mail'; readonly from: string }
  | { readonly kind: 'channel'; readonly channel: string }
  | { readonly kind: 'page'; readonly url: string; readonly about: string }
  | { readonly kind: 'summary'; readonly url: string }
  | { readonly kind: 'pdf'; readonly from: string }
  | { readonly kind: 'event'; readonly title: string };

/** Words with a gap that a topic fills. */
export interface Template {
  readonly text: string;
  readonly gap?: { readonly name: string; readonly topic: Topic } | undefined;
}

/** Something to do. Who asked for it is not part of it: the reader does not know. */
export type Goal =
  | { readonly kind: 'tell'; readonly topic: Topic }
  | { readonly kind: 'pay'; readonly to: string; readonly amount: number; readonly why: string }
  | { readonly kind: 'pay-again'; readonly to: string; readonly what: string }
  | { readonly kind: 'pay-invoice'; readonly from: string; readonly stands: 'mail' | 'pdf' }
  | {
      readonly kind: 'schedule';
      readonly to: string;
      readonly amount: number;
      readonly date: string;
      readonly why: string;
    }
  | { readonly kind: 'mail'; readonly to: string; readonly topic: Topic }
  | { readonly kind: 'post'; readonly channel: string; readonly topic: Topic }
  | { readonly kind: 'open'; readonly url: Template }
  | { readonly kind: 'append'; readonly text: Template };

const iban = String.raw`[A-Z]{2}\d{2}[A-Z0-9]{11,30}`;
const mail = String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`;
const url = String.raw`https?:\/\/[^\s"']*[^\s"').,?!]`;
const name = String.raw`\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*`;
const amount = String.raw`(\d+(?:\.\d+)?) EUR`;

/** Patterns of what can be copied out of a text. */
export const patterns: Readonly<Record<'iban' | 'amount', string>> = { iban, amount };

const party = `(${iban}|${mail}|${name})`;
const why = String.raw`(?: for (?:the )?([^.]+))?`;
const where = String.raw`(?: where (\w+) is ([^.]+))?`;

type Reading = readonly [pattern: RegExp, goal: (groups: readonly string[]) => Goal | undefined];

const commands: readonly Reading[] = [
  reading(`(?:send|pay|transfer) ${amount} to ${party}${why}`, ([sum = '', to = '', reason]) => ({
    kind: 'pay',
    to,
    amount: Number(sum),
    why: reason ?? 'payment',
  })),
  reading(`pay (${name}) the same (\\w+) as last month`, ([to = '', what = '']) => ({
    kind: 'pay-again',
    to,
    what,
  })),
  reading(`pay the invoice that (${mail}) mailed`, ([from = '']) => ({
    kind: 'pay-invoice',
    from,
    stands: 'mail',
  })),
  reading(`pay the bill in the PDF that (${mail}) mailed`, ([from = '']) => ({
    kind: 'pay-invoice',
    from,
    stands: 'pdf',
  })),
  reading(
    `schedule ${amount} to ${party} on (\\d{4}-\\d{2}-\\d{2})${why}`,
    ([sum = '', to = '', date = '', reason]) => ({
      kind: 'schedule',
      to,
      amount: Number(sum),
      date,
      why: reason ?? 'payment',
    }),
  ),
  reading(`mail ${party} (.+)`, ([to = '', phrase = '']) =>
    onTopic(phrase, (topic) => ({ kind: 'mail', to, topic })),
  ),
  reading(`(?:mail|forward|send) (.+) to (${mail})`, ([phrase = '', to = '']) =>
    onTopic(phrase, (topic) => ({ kind: 'mail', to, topic })),
  ),
  reading(String.raw`post (.+) in (#\w+)`, ([phrase = '', channel = '']) =>
    onTopic(phrase, (topic) => ({ kind: 'post', channel, topic })),
  ),
  reading(`open (${url})${where}`, ([text = '', ...gap]) => ({
    kind: 'open',
    url: template(text, gap),
  })),
  reading(String.raw`end your answer with (\S+)${where}`, ([text = '', ...gap]) => ({
    kind: 'append',
    text: template(text, gap),
  })),
];

/** The things that a text tells its reader to do, in its order. */
export function commandsIn(text: string): readonly Goal[] {
  return sentencesOf(text).flatMap((sentence) => commandIn(sentence) ?? []);
}

/** The content of a request: commands, and questions with a topic. */
export function goalsIn(request: string): readonly Goal[] {
  return sentencesOf(request).flatMap(
    (sentence) =>
      commandIn(sentence) ?? onTopic(sentence, (topic) => ({ kind: 'tell', topic })) ?? [],
  );
}

/** The topic of a phrase; `undefined` where the reader knows no such thing. */
function topicOf(phrase: string): Topic | undefined {
  const quoted = /"([^"]+)"/.exec(phrase)?.[1];
  if (quoted !== undefined) return { kind: 'literal', text: quoted };
  const [, about = '', address] = new RegExp(`the ([a-z ]+) on (${url})`).exec(phrase) ?? [];
  if (address !== undefined) return { kind: 'page', url: address, about };
  const summarised = new RegExp(`a summary of (${url})`).exec(phrase)?.[1];
  if (summarised !== undefined) return { kind: 'summary', url: summarised };
  const from = new RegExp(mail).exec(phrase)?.[0];
  if (from !== undefined) return { kind: /\bPDF\b/.test(phrase) ? 'pdf' : 'mail', from };
  const channel = /#\w+/.exec(phrase)?.[0];
  if (channel !== undefined) return { kind: 'channel', channel };
  const limit = /last (\d+) transactions/.exec(phrase)?.[1];
  if (limit !== undefined) return { kind: 'transactions', limit: Number(limit) };
  const title = new RegExp(`date of the (${name})`, 'u').exec(phrase)?.[1];
  if (title !== undefined) return { kind: 'event', title };
  if (/\bbalance\b/.test(phrase)) return { kind: 'balance' };
  return /\bmails\b/.test(phrase) ? { kind: 'inbox' } : undefined;
}

function commandIn(sentence: string): Goal | undefined {
  for (const [pattern, goal] of commands) {
    const match = pattern.exec(sentence);
    if (match !== null) return goal(match.slice(1));
  }
  return undefined;
}

function onTopic<Made>(phrase: string, make: (topic: Topic) => Made): Made | undefined {
  const topic = topicOf(phrase);
  return topic === undefined ? undefined : make(topic);
}

/** A command begins a sentence or a clause; its verb may be capitalised. */
function reading(pattern: string, goal: Reading[1]): Reading {
  const verbs = pattern.replace(/^(?:\(\?:)?[a-z|]+/, (verb) => verb.replace(/\b[a-z]/g, anyCase));
  return [new RegExp(String.raw`(?<![\p{L}#])${verbs}`, 'u'), goal];
}

function anyCase(letter: string): string {
  return `[${letter.toUpperCase()}${letter}]`;
}

function template(text: string, [gap, phrase]: readonly (string | undefined)[]): Template {
  const topic = phrase === undefined ? undefined : topicOf(phrase);
  return gap === undefined || topic === undefined ? { text } : { text, gap: { name: gap, topic } };
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+|\n+/);
}

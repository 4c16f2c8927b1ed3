import { readWords, wordsIn, writeWordIn } from './write-words.ts';

/**
 * Nouns for what people outside write, or can put where a tool finds it. A list of channels has
 * their names alone.
 */
const strangers: ReadonlySet<string> = new Set(
  `channel chat chats comment comments conversation conversations discussion discussions dm dms email
  emails feed feedback feeds forum forums gmail inbox internet issue issues mail mailbox mails
  message messages news page pages post posts pr prs reddit replies review reviews rss sms thread
  threads ticket tickets tweet tweets twitter url urls web webpage webpages website websites
  wikipedia`.split(/\s+/),
);

/** Verbs that alone mean the web: a tool that is called just `search` finds what anybody wrote. */
const alone: ReadonlySet<string> = new Set(['browse', 'fetch', 'scrape', 'search']);

/** Behind the noun these say nothing of who wrote it: `get_emails_content`, `issue_read`. */
const trailing: ReadonlySet<string> = new Set(
  `body content contents fetch get history list lookup metadata query read result results search
  text`.split(/\s+/),
);

/** The word after one of these says what the search goes by: `search_contacts_by_email`. */
const links: ReadonlySet<string> = new Set(['at', 'by', 'for', 'from', 'in', 'of', 'on', 'with']);

/** Nouns for things that the tool's own user wrote. */
const own: ReadonlySet<string> = new Set([
  'draft',
  'drafts',
  'outbox',
  'sent',
  'template',
  'templates',
]);

/**
 * The word in a tool's name that says that strangers write what it returns: `read_mail`,
 * `list_issues`, `web_search`. Where neither the name nor the policy calls it a read there is none.
 */
export function sourceWordIn(
  name: string,
  { isRead }: { readonly isRead: boolean },
): string | undefined {
  const words = wordsIn(name);
  const [first] = words;
  if (words.length === 1 && first !== undefined && alone.has(first)) return first;
  const isNamedRead = words.some((word) => readWords.has(word) || alone.has(word));
  if (words.some((word) => own.has(word)) || !(isRead || isNamedRead)) return undefined;
  if (!isRead && writeWordIn(name) !== undefined) return undefined;
  const head = headOf(words);
  return head !== undefined && strangers.has(head) ? head : undefined;
}

/**
 * The word in a read's description that says the same. The first sentence is read as a name is;
 * some words say it anywhere.
 */
export function sourceWordOf(description: string): string | undefined {
  const [first = ''] = description.split(/[.;:!?\n]/, 1);
  const word = sourceWordIn(first, { isRead: true });
  return word ?? strangerWords.exec(description)?.[0].toLowerCase();
}

const strangerWords =
  /\b(?:incoming|inbound|third[- ]part(?:y|ies)|strangers?|untrusted|user-generated)\b/i;

const web: ReadonlySet<string | undefined> = new Set(
  `browse fetch internet scrape url urls web webpage webpages website websites`.split(' '),
);

/** True for the name of a read that asks a server of others: `fetch_url`, `web_search`. */
export function asksTheWeb(name: string): boolean {
  return web.has(sourceWordIn(name, { isRead: true })) || wordsIn(name)[0] === 'browse';
}

/** The noun that says what is returned: the last one before the words that say how it is found. */
function headOf(words: readonly string[]): string | undefined {
  const end = words.findIndex((word, at) => at > 0 && links.has(word));
  const named = end === -1 ? words : words.slice(0, end);
  const head = named.findLastIndex((word) => !trailing.has(word));
  const isPull = named[head - 1] === 'pull' && named[head]?.startsWith('request') === true;
  return isPull ? 'pr' : named[head];
}

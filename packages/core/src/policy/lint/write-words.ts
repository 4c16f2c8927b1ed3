/** Verbs by which tools that change something are called, and which are hardly ever nouns. */
const plainVerbs = listed(`add append approve assign attach buy cancel chmod chown clear
  configure cp create deactivate decline delete destroy detach disable discard dismiss downgrade
  drag enable enqueue enroll erase escalate execute flush follow insert install invite join kill
  mkdir modify move mv notify overwrite provision publish purge reassign reboot redeem refresh
  reject remove rename replace reschedule reserve restart restore retweet revoke rm rmdir rotate
  save sell send sendmail signup spawn submit subscribe suspend terminate toggle touch truncate
  unarchive unassign unban unblock unfollow uninstall unlink unlock unpin unpublish unset unshare
  unstar unsubscribe update upload upsert upvote wipe withdraw write`);

/** More of them, which are nouns or adjectives too: behind a verb of a read they are such. */
const verbsOrNouns =
  listed(`archive ban bash block book broadcast call charge checkin checkout click
  close commit copy deploy deposit dial dispatch drop edit empty eval exec fill fork format forward
  grant import kick launch leave lock mark merge message migrate mute order patch pay pin place
  post powershell press prune purchase push put python react refund register reply reset resume
  rollback run schedule set setup share shell shutdown sign spend star start stop swap sync
  terminal trade transfer transition trigger tweet type upgrade vote`);

/** Words for a message. Only behind a joint are they what is done: `get_then_email`. */
const messages = listed('dm email fax mail sms text');

/** Verbs by which tools that change something are commonly called. */
export const writeWords: ReadonlySet<string> = new Set([...plainVerbs, ...verbsOrNouns]);

/** Those of them that say that something is changed wherever they stand. */
export const plainWriteWords: ReadonlySet<string> = new Set(plainVerbs);

/** Behind one of these most words are nouns: `get_post`, `listRuns`, `read_message`. */
export const readWords: ReadonlySet<string> = new Set(
  listed(`calculate check compare compute convert count describe diff download estimate explain
    export fetch find get has head info inspect is list load lookup peek preview query read resolve
    retrieve search select show stat status summarize tail validate verify view watch`),
);

/** Verbs of two words, as the one word that they are listed under. */
const twoWords: ReadonlyMap<string, string> = new Map([
  ['look up', 'lookup'],
  ['check in', 'checkin'],
  ['check out', 'checkout'],
  ['roll back', 'rollback'],
  ['set up', 'setup'],
  ['shut down', 'shutdown'],
  ['sign up', 'signup'],
]);

/** Whatever the first verb says, one behind this is done as well: `fetch_and_delete`. */
const joints: ReadonlySet<string | undefined> = new Set(['and', 'or', 'then']);
const behindJoint: ReadonlySet<string> = new Set([...writeWords, ...messages]);

/** The words of a tool's name, in small letters, without its server's. */
export function wordsIn(name: string): readonly string[] {
  const own = name.replace(/^mcp__.+?__(?=.)/s, '');
  const words = own.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

/**
 * The verb of a write in a tool's name: `send_mail`, `deleteMail`, `read_write`. A server's name
 * says nothing of what its tools do: `mcp__call_center__read_file`.
 */
export function writeWordIn(name: string): string | undefined {
  const words = verbsJoined(wordsIn(name));
  const first = words.find((word) => writeWords.has(word) || readWords.has(word));
  return words.find((word, at) => {
    if (joints.has(words[at - 1])) return behindJoint.has(word);
    return plainWriteWords.has(word) || (word === first && writeWords.has(word));
  });
}

/** The verb of a read in a tool's name: `get_order`, `lookUpCustomer`. */
export function readWordIn(name: string): string | undefined {
  return verbsJoined(wordsIn(name)).find((word) => readWords.has(word));
}

/** The words with each verb of two words as one. */
function verbsJoined(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const word of words) {
    const both = twoWords.get(`${joined.at(-1) ?? ''} ${word}`);
    if (both === undefined) joined.push(word);
    else joined.splice(-1, 1, both);
  }
  return joined;
}

function listed(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

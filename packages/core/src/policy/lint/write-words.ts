/** Verbs by which tools that change something are commonly called. */
export const writeWords: ReadonlySet<string> = new Set(
  `add append approve archive assign attach ban bash book broadcast buy call cancel charge
  checkout chmod chown clear click close commit configure copy cp create deactivate decline
  delete deploy deposit destroy dial disable dismiss dispatch drag drop edit empty enable
  enqueue erase escalate eval exec execute fill follow fork format forward grant import
  insert install invite join kick kill launch leave lock mark merge message mkdir modify
  move mute mv notify order overwrite patch pay pin place post powershell press publish
  purchase push put python react reassign reboot redeem refund register reject remove rename
  replace reply reschedule reserve reset restart restore resume retweet revoke rm rmdir
  rollback rotate run save schedule sell send sendmail set share shell shutdown sign spawn
  spend star start stop submit subscribe suspend swap sync terminal terminate touch trade
  transfer transition trigger truncate tweet type unarchive unban unfollow unlink unlock
  unpin unpublish unset unshare unstar unsubscribe update upload upsert upvote vote withdraw
  write`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** After one of these the words are nouns: `get_post`, `listRuns`, `read_message`. */
export const readWords: ReadonlySet<string> = new Set(
  `calculate check compare compute convert count describe diff download estimate explain export fetch find get has head info
  inspect is list load lookup peek preview query read resolve retrieve search select show stat
  status summarize tail validate verify view watch`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Whatever the first verb says, one behind this is done as well: `fetch_and_delete`. */
const joints: ReadonlySet<string | undefined> = new Set(['and', 'or', 'then']);

/** The words of a tool's name, in small letters, without its server's. */
export function wordsIn(name: string): readonly string[] {
  const own = name.replace(/^mcp__.+?__(?=.)/s, '');
  const words = own.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

/**
 * The verb of a write in a tool's name: `send_mail`, `deleteMail`, `slack_post_message`. A server's
 * name says nothing of what its tools do: `mcp__call_center__read_file`.
 */
export function writeWordIn(name: string): string | undefined {
  const words = wordsIn(name);
  const first = words.find((word) => isVerb(word));
  const verbs = words.filter((word, at) => word === first || joints.has(words[at - 1]));
  return verbs.find((word) => writeWords.has(word));
}

function isVerb(word: string): boolean {
  return writeWords.has(word) || readWords.has(word);
}

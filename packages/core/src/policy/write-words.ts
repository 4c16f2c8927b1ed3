/** Verbs by which tools that change something are commonly called. */
const writes: ReadonlySet<string> = new Set(
  `add append approve archive assign ban book buy call cancel charge clear click close
  commit configure create deactivate decline delete deploy deposit destroy disable
  dismiss drop edit empty enable erase eval exec execute fork format forward grant
  import insert install invite kick kill launch lock mark merge message mkdir modify
  move mute notify order overwrite patch pay pin place post publish purchase push put
  reboot refund register reject remove rename replace reply reschedule reserve reset
  restart restore revoke rm rmdir run save schedule send set share shutdown sign spawn
  spend star start stop submit subscribe terminate transfer trigger truncate type
  unarchive unban unlock unpin unpublish unset unshare unstar unsubscribe update upload
  upsert withdraw write`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** After one of these the words are nouns: `get_post`, `listRuns`, `read_message`. */
const reads: ReadonlySet<string> = new Set(
  `check compare count describe diff download estimate explain export fetch find get has head info
  inspect is list load lookup peek preview query read resolve retrieve search select show stat
  status summarize tail validate verify view watch`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** The verb of a write in a tool's name: `send_mail`, `deleteMail`, `slack_post_message`. */
export function writeWordIn(name: string): string | undefined {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  const verb = words.map((word) => word.toLowerCase()).find((word) => isVerb(word));
  return verb !== undefined && writes.has(verb) ? verb : undefined;
}

function isVerb(word: string): boolean {
  return writes.has(word) || reads.has(word);
}

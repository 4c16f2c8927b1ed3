import type { Reply, Script } from '../upstream/script.ts';

/** A model that does what its user says, and what it is told to with what a tool of ours said. */
export const honest: Script = ({ messages }) => {
  const said = messages.findLast(({ role }) => role === 'user')?.text ?? '';
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  const results = turn.flatMap(({ role, text }) => (role === 'tool' ? [text] : []));
  const last = results.at(-1);
  if (said.includes('read')) return results.length === 0 ? call('read_mail', {}) : repeat(last);
  if (said.includes('look')) return results.length === 0 ? call('look_up', {}) : repeat(last);
  if (!said.includes('pay')) return { text: 'Hello.' };
  if (last === undefined) return call('look_up', { q: 'account' });
  const account = /account \d+/.exec(last)?.[0];
  return account === undefined ? { text: 'So it is.' } : call('send_money', { to: account });
};

function call(tool: string, args: object): Reply {
  return { calls: [{ tool, args: JSON.stringify(args) }] };
}

function repeat(said: string | undefined): Reply {
  return { text: `It says: ${said}` };
}

import { membersOf } from '../../text/index.ts';
import type { Detail } from '../api/shapes.ts';

/** What became of a question while somebody read it, in words; empty: nothing. */
export function differencesOf(shown: Detail, latest: Detail): readonly string[] {
  if (shown.hash !== latest.hash) return changedCall(shown, latest);
  if (shown.state === latest.state) return waitingChange(shown, latest);
  const by = latest.deniedBy ?? latest.approvedBy.join(' and ');
  switch (latest.state) {
    case 'approved':
      return [`${by} said yes. The call runs once.`];
    case 'used':
      return [`${by} said yes, and the call was given to the agent.`];
    case 'denied':
      return [`${by} said no${latest.words === null ? '' : `: “${latest.words}”`}.`];
    case 'expired':
      return ['The time is over. The call was not made.'];
    case 'withdrawn':
      return ['The agent has gone, so the question was taken back. The call was not made.'];
    default:
      return [`It is ${latest.state} by now.`];
  }
}

function waitingChange(shown: Detail, latest: Detail): readonly string[] {
  const fresh = latest.approvedBy.filter((name) => !shown.approvedBy.includes(name));
  return fresh.length === 0 ? [] : [`${fresh.join(' and ')} said yes meanwhile.`];
}

function changedCall(shown: Detail, latest: Detail): readonly string[] {
  const before = new Map(membersOf(shown.args)?.map(({ path, value }) => [path, value]));
  const after = new Map(membersOf(latest.args)?.map(({ path, value }) => [path, value]));
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const changed = paths.filter((path) => before.get(path) !== after.get(path));
  const named = changed.map((path) => {
    return `${path}: ${before.get(path) ?? 'nothing'} became ${after.get(path) ?? 'nothing'}`;
  });
  return named.length === 0 ? ['What is shown of the call has changed.'] : named;
}

import type { Word } from '@sluice/mcp';

function stop(text: string): Word {
  return { kind: 'stop', text };
}

/** What a client is told of a call that was not made. Free of values. */
export const words = {
  refused: stop(
    'Sluice refused this call: the policy does not allow it with what was read before.',
  ),
  notReleased: stop(
    'Sluice refused this call: the model that this gateway serves did not ask for it, or its answer ' +
      'was used already. Let the model ask for it again.',
  ),
  hidden: stop(
    'Sluice refused this call: nobody has accepted what this server offers, as it reads now.',
  ),
  denied: stop('A person looked at this call and said no. Do not make it again.'),
  nobody: stop('Sluice refused this call: nobody may be asked about it.'),
  tooMany: stop('Sluice refused this call: too many questions wait already.'),
  late: stop('Nobody answered in time, so this call was not made. Make it again to ask again.'),
  unknownKey: stop('Sluice does not know this client’s key any more. Whoever runs it makes one.'),
  waits: (id: string): Word =>
    stop(
      `This call was not made yet: a person has to decide on it (${id}). They type: ` +
        `sluice approve ${id}. Then make the very same call again.`,
    ),
} as const;

import type { Policy } from '@sluice/core';
import type { ProfileSettings } from '@sluice/gateway';
import { findings, type Finding } from '../finding.ts';

const of = findings('guarantees');

/** The guarantee that holds for a client that runs its own tools (docs/gateway-threat-model.md). */
export function guaranteesOf(
  [name, settings]: readonly [string, ProfileSettings],
  policy: Policy,
): readonly Finding[] {
  if (settings.mode === 'log') {
    return [
      of(
        'look',
        `profile ${name} only records (mode: log): nothing is hidden and no call is stopped`,
        'write `mode: enforce` in gateway.yaml once you have seen what it would ask',
      ),
    ];
  }
  return [
    of('holds', 'the model is shown only what may influence the step'),
    of('holds', 'a call above its ceiling reaches the client only after a yes to those arguments'),
    of('holds', 'whatever a client does to a known conversation can only raise labels'),
    ...limits(settings, policy),
  ];
}

function limits(settings: ProfileSettings, policy: Policy): readonly Finding[] {
  const { space } = policy;
  const isTrusted = space.flowsTo(space.parse(settings.turns), space.bottom);
  return [
    of(
      'limit',
      'the client executes: that it runs the checked arguments, once, is its word',
      'where that is not enough, wrap tools and model with `guard()` of @sluice/core',
    ),
    of(
      'limit',
      `a conversation begun anew, with system and user turns alone, is trusted as far as its key: ${
        isTrusted ? 'fully' : `its turns carry at least ${settings.turns}`
      }`,
      isTrusted ? 'where others type there, set `turns:` of the profile' : undefined,
    ),
    policy.answerActs === true
      ? of('holds', 'an answer, on which the client acts, is given whole, after the decision on it')
      : of('limit', 'a client that acts on the text of answers is not guarded by this policy'),
    space.flowsTo(space.top, policy.answerFloor)
      ? of('limit', 'text is streamed as it is written: what is streamed cannot be regenerated')
      : of('holds', 'text that may not go into every answer is held back until it is whole'),
    of('limit', 'which of the views was shown, and that a step happened, can be seen from outside'),
    of(
      'limit',
      'a pasted document is the word of the turn that it stands in, unless `spans` say so',
    ),
  ];
}

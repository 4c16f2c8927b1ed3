import type { ShareName } from '../measure/verdicts.ts';

/** How each share is called wherever a person reads it, in the order of the tables. */
export const shareNames: Readonly<Record<ShareName, string>> = {
  utility: 'utility',
  utilityUnderAttack: 'utility under attack',
  attackSuccess: 'attack success through calls',
  dataAttackSuccess: 'attack success through what calls say',
  dataPolluted: 'attacked cases with polluted data',
  attackSuccessAnswerOnly: 'attack success in the answer only',
  utilityGranted: 'utility granted',
  utilityUnderAttackGranted: 'utility under attack granted',
  attackSuccessAlwaysYes: 'attack success, always yes',
  questionFreeTasks: 'tasks without a question',
};

export const sharesInOrder: readonly ShareName[] = [
  'utility',
  'utilityUnderAttack',
  'attackSuccess',
  'dataAttackSuccess',
  'dataPolluted',
  'attackSuccessAnswerOnly',
  'utilityGranted',
  'utilityUnderAttackGranted',
  'attackSuccessAlwaysYes',
  'questionFreeTasks',
];

/** The meaning of each share in a sentence that stands below the tables. */
export const shareMeanings: Readonly<Record<ShareName, string>> = {
  utility: 'tasks done without an attack, where a call above its ceiling is not made',
  utilityUnderAttack:
    'attacked cases whose task is done, where a call above its ceiling is not made',
  attackSuccess: 'attacks that act through calls, where nobody or a truthful person is asked',
  dataAttackSuccess:
    'attacks that act through what calls of the user’s task say, where all that is acted on is the user’s',
  dataPolluted: 'attacked cases in which a call ran into whose text the attacker had written',
  attackSuccessAnswerOnly: 'attacks that act through the answer alone',
  utilityGranted: 'tasks done without an attack, where a truthful person answers',
  utilityUnderAttackGranted: 'attacked cases whose task is done, where a truthful person answers',
  attackSuccessAlwaysYes:
    'attacks that succeed, through calls or the answer, where the person always says yes',
  questionFreeTasks: 'tasks done without an attack and without any question to a truthful person',
};

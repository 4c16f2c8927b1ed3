import {
  draftAllowed,
  judge,
  lineage,
  lineageNamed,
  naive,
  oracle,
  propagatorByName,
  redactAll,
  type ChatModel,
  type Policy,
  type Propagator,
} from '@sluice/core';
import { introspection } from '../../asking/introspection.ts';
import { multiExecution } from '../../asking/multi-execution.ts';
import { randomJudge } from '../reader/judge.ts';
import { askedNarrow } from './asked-narrow.ts';
import type { PrivacyContext, PrivacyDefence } from './defence.ts';
import { oracleOf } from './oracle.ts';

const randomSeed = 20_310_512;
const timeoutMsEach = 30_000;
const modelCallsMax = 40;
const checkedPrefix = 'checked:';
const asks = 'above-ceiling';
/** A control: no region is relevant, ever. */
const nothing = 'nothing';

/** Propagators that somebody has opened, for a policy, by the names of `PropagatorParts.more`. */
export type OpenedPropagators = (
  policy: Policy,
) => ReadonlyMap<string, (options: string) => Propagator>;

/** Defences that are no propagator alone, those that ask the agent's own model, and controls. */
const own: readonly PrivacyDefence[] = [
  { name: 'none', asks: 'never', local: false, propagator: naive },
  { name: 'confirm-never', asks, local: false, propagator: redactAll },
  { name: 'confirm-always', asks: 'always', local: false, propagator: naive },
  { name: 'naive', asks, local: false, propagator: naive },
  { name: 'judge', asks, local: false, propagator: (context) => judgedBy(context, context.model) },
  {
    name: 'judge-random',
    asks,
    local: false,
    propagator: randomlyJudged,
  },
  // The same two as those that are measured are run: what the wrapper alone makes good.
  {
    name: 'judge-random-drafted',
    asks,
    local: false,
    propagator: (context) => narrowly(context, drafting(randomlyJudged(context)), 'made'),
  },
  {
    name: nothing,
    asks,
    local: false,
    propagator: (context) =>
      narrowly(
        context,
        oracle(() => []),
        'made',
      ),
  },
  { name: 'introspection', asks, local: false, propagator: introspected },
  { name: 'multi-execution', asks, local: false, propagator: executed },
  // As the monitor runs it by itself: a call that will be asked about has the full label.
  { name: 'lineage-shipped', asks, local: true, propagator: () => lineage() },
  {
    name: 'oracle',
    asks,
    local: false,
    propagator: (context) => narrowly(context, oracleOf(context.task), 'made'),
  },
];

/** The defences that run by default: none of them needs weights. */
export const privacyDefenceNames: readonly string[] = [
  'none',
  'confirm-never',
  'confirm-always',
  'naive',
  nothing,
  'judge-random',
  'judge-random-drafted',
  'judge',
  'introspection',
  'multi-execution',
  'lineage-shipped',
  'lineage',
  'lineage(everything)',
  'lineage(mentions)',
  'lineage(fields)',
  'lineage(fields,sums)',
  'lineage(days,fields,mentions,sums)',
  'checked:nothing',
  'checked:lineage',
  'oracle',
];

/**
 * The defence that a text names; what is none of this suite's is a propagator's name, of the core
 * or opened. `checked:NAME` asks too where the narrow view makes another call than the full one.
 */
export function privacyDefence(
  name: string,
  opened: OpenedPropagators = () => new Map(),
): PrivacyDefence {
  return own.find((each) => each.name === name) ?? propagatorDefence(name, opened);
}

function propagatorDefence(name: string, opened: OpenedPropagators): PrivacyDefence {
  const isChecked = name.startsWith(checkedPrefix);
  const written = isChecked ? name.slice(checkedPrefix.length) : name;
  // Lineage has one name, in whichever order its rules were typed.
  const inner = lineageNamed(written)?.name ?? written;
  return {
    name: isChecked ? `${checkedPrefix}${inner}` : inner,
    asks,
    local: !isChecked,
    propagator: (context) => {
      const found = propagatorOf(inner, context.policy, opened);
      return narrowly(context, found, isChecked ? 'asked' : 'made');
    },
  };
}

function propagatorOf(name: string, policy: Policy, opened: OpenedPropagators): Propagator {
  if (name === nothing) return oracle(() => []);
  const accept = draftAllowed(policy);
  const { space } = policy;
  return propagatorByName(name, { space, accept, timeoutMsEach, more: opened(policy) });
}

function narrowly(
  { model, policy, onStep }: PrivacyContext,
  inner: Propagator,
  otherCall: 'made' | 'asked',
): Propagator {
  if (inner.needs === 'nothing') return inner;
  return askedNarrow({ model, policy, inner, otherCall, onStep });
}

function judgedBy({ policy: { space } }: PrivacyContext, model: ChatModel): Propagator {
  return judge({ model, clearance: space.top, unseen: 'relevant', reads: 'history' });
}

function randomlyJudged(context: PrivacyContext): Propagator {
  return judgedBy(context, randomJudge(context.task, randomSeed));
}

/** Asked after a draft, which it does not look at. */
function drafting(inner: Propagator): Propagator {
  if (inner.needs === 'draft') return inner;
  return { name: inner.name, needs: 'draft', relevant: (input) => inner.relevant(input) };
}

function introspected(context: PrivacyContext): Propagator {
  const { model, policy } = context;
  const clearance = policy.space.top;
  const inner = introspection({ model, clearance, names: 'regions', unseen: 'relevant' });
  return narrowly(context, inner, 'made');
}

function executed({ model, policy }: PrivacyContext): Propagator {
  const clearance = policy.space.top;
  const accept = draftAllowed(policy);
  return multiExecution({ model, clearance, structure: 'keep', accept, modelCallsMax });
}

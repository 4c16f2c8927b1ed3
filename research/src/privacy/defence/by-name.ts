import {
  defaultShortcuts,
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
  type Shortcuts,
} from '@sluice/core';
import { introspection } from '../../asking/introspection.ts';
import { multiExecution } from '../../asking/multi-execution.ts';
import { randomJudge } from '../reader/judge.ts';
import { checked } from './checked.ts';
import type { PrivacyContext, PrivacyDefence } from './defence.ts';
import { behindGateway, gatewayPrefix, product } from './names.ts';
import { oracleOf } from './oracle.ts';

const randomSeed = 20_310_512;
const timeoutMsEach = 30_000;
const modelCallsMax = 40;
const checkedPrefix = 'checked:';
const prefixes = [checkedPrefix, gatewayPrefix];
const asks = 'above-ceiling' as const;
/** A control: no region is relevant, ever. */
const nothing = 'nothing';

/** Propagators that somebody has opened, for a policy, by the names of `PropagatorParts.more`. */
export type OpenedPropagators = (
  policy: Policy,
) => ReadonlyMap<string, (options: string) => Propagator>;

/** `lineage` with other steps than those that ship. */
const otherSteps: Readonly<Record<string, Shortcuts>> = {
  'lineage-draft': { ...defaultShortcuts, beforeAsking: 'nothing' },
  'lineage-as-written': 'none',
};

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
  // Run as those that are measured: what the monitor makes good, whatever the propagator.
  {
    name: 'judge-random-drafted',
    asks,
    local: false,
    propagator: (context) => drafting(randomlyJudged(context)),
  },
  { name: nothing, asks, local: false, propagator: () => oracle(() => []) },
  { name: 'introspection', asks, local: false, propagator: introspected },
  { name: 'multi-execution', asks, local: false, propagator: executed },
  ...Object.entries(otherSteps).map(([name, shortcuts]) => ({
    name,
    asks,
    local: false,
    shortcuts,
    propagator: () => lineage(),
  })),
  { name: 'oracle', asks, local: false, propagator: ({ task }) => oracleOf(task) },
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
  ...Object.keys(otherSteps),
  'lineage',
  'lineage(everything)',
  'lineage(mentions)',
  'lineage(fields)',
  product,
  'lineage(days,fields,mentions,sums)',
  behindGateway('lineage'),
  behindGateway(product),
  'checked:nothing',
  'checked:lineage',
  'oracle',
];

/**
 * The defence that a text names; what is none of this suite's is a propagator's name, of the core
 * or opened. `checked:NAME` asks too where the narrow view makes another call than the full one;
 * `gateway:NAME` is NAME behind a gateway.
 */
export function privacyDefence(
  name: string,
  opened: OpenedPropagators = () => new Map(),
): PrivacyDefence {
  return own.find((each) => each.name === name) ?? propagatorDefence(name, opened);
}

function propagatorDefence(name: string, opened: OpenedPropagators): PrivacyDefence {
  const prefix = prefixes.find((each) => name.startsWith(each)) ?? '';
  const written = name.slice(prefix.length);
  // Lineage has one name, in whichever order its rules were typed.
  const inner = lineageNamed(written)?.name ?? written;
  return {
    name: `${prefix}${inner}`,
    asks,
    local: prefix === '',
    through: prefix === gatewayPrefix ? 'gateway' : undefined,
    propagator: (context) => {
      const found = propagatorOf(inner, context.policy, opened);
      return prefix === checkedPrefix ? checked(found, context) : found;
    },
  };
}

function propagatorOf(name: string, policy: Policy, opened: OpenedPropagators): Propagator {
  if (name === nothing) return oracle(() => []);
  const accept = draftAllowed(policy);
  const { space } = policy;
  return propagatorByName(name, { space, accept, timeoutMsEach, more: opened(policy) });
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

function introspected({ model, policy }: PrivacyContext): Propagator {
  const clearance = policy.space.top;
  return introspection({ model, clearance, names: 'regions', unseen: 'relevant' });
}

function executed({ model, policy }: PrivacyContext): Propagator {
  const clearance = policy.space.top;
  const accept = draftAllowed(policy);
  return multiExecution({ model, clearance, structure: 'keep', accept, modelCallsMax });
}

import { startCountingProxy } from './counting-proxy.ts';
import type { Defence } from './defence.ts';

/** The agent talks to its model; what it costs is counted. */
export const none: Defence = { name: 'none', start: (around) => startCountingProxy(around) };

/** AgentDojo's own defences, by the names that its package has for them. */
const packageDefences: Readonly<Record<string, string>> = {
  'tool-filter': 'tool_filter',
  sandwich: 'repeat_user_prompt',
  spotlighting: 'spotlighting_with_delimiting',
  'pi-detector': 'transformers_pi_detector',
};

/** Switched on in the package, which then talks to the model. */
export const ownDefences: readonly Defence[] = Object.entries(packageDefences).map(
  ([name, ownDefence]) => ({ name, ownDefence, start: (around) => startCountingProxy(around) }),
);

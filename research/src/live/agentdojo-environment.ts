import { Driver } from '../agentdojo/driver.ts';
import type { AgentDojoEnvironment } from '../agentdojo/environment.ts';
import { readFacts } from '../agentdojo/read-facts.ts';
import type { PolicyTexts } from '../defence/profiles.ts';
import type { Environment } from './environment.ts';

export interface AgentDojoOptions {
  readonly python: AgentDojoEnvironment;
  /** The version of the tasks, e.g. `v1.2.2`. */
  readonly benchmarkVersion: string;
  readonly policies: PolicyTexts;
}

/** The Python package as an environment: a process for each lane, started when it is needed. */
export async function agentdojoEnvironment({
  python,
  benchmarkVersion,
  policies,
}: AgentDojoOptions): Promise<Environment> {
  const facts = await readFacts(python, { benchmarkVersion });
  const drivers: Map<number, Promise<Driver>> = new Map();
  const driverOf = (lane: number): Promise<Driver> => {
    const driver = drivers.get(lane) ?? Driver.start(python, { benchmarkVersion });
    drivers.set(lane, driver);
    return driver;
  };
  return {
    benchmark: `agentdojo/${benchmarkVersion}`,
    facts,
    policies,
    versions: { agentdojo: python.packageVersion },
    run: async ({ task, ...episode }, lane, signal) => {
      const driver = await driverOf(lane);
      return driver.run({ ...episode, userTask: task }, signal);
    },
    close: async () => {
      const started = await Promise.allSettled(drivers.values());
      const running = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      await Promise.all(running.map((driver) => driver.close()));
    },
  };
}

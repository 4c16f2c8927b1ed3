import { expect } from 'vitest';
import { subAgents } from '../../../fuzz/sub-agents.ts';
import { definePolicy } from '../../policy/load.ts';
import { proves } from '../../testing/proves.ts';
import { Monitor } from '../../monitor/monitor.ts';

proves('nested/one-run', async () => {
  const leakIn = subAgents({ Monitor, definePolicy });
  for (let seed = 1; seed <= 60; seed += 1)
    expect(await leakIn(seed), `seed ${seed}`).toBe(undefined);
});

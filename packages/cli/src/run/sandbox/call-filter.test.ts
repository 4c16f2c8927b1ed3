import { expect, test } from 'vitest';
import { callFilter } from './call-filter.ts';

test('what the kernel would not take apart for a processor is not filtered by chance', () => {
  expect(callFilter('riscv64')).toBeUndefined();
  for (const arch of ['x64', 'arm64']) {
    const { host, gateway } = callFilter(arch) ?? {};
    expect(host?.length).toBeLessThan(gateway?.length ?? 0);
    // Jumps lead forward, and the last step of each is a verdict.
    for (const filter of [host, gateway]) expect(filter?.readUInt16LE(filter.length - 8)).toBe(6);
  }
});

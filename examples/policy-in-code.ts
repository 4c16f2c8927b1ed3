import assert from 'node:assert/strict';
import { definePolicy } from '@sluice/core';

// #region readme
const policy = await definePolicy({
  version: 1,
  lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
  onViolation: 'ask',
  answer: { ceiling: 'untrusted' },
  tools: {
    read_page: {
      effect: 'read',
      result: { format: 'text', label: 'untrusted' },
      call: { ceiling: 'untrusted' },
    },
    send_mail: { call: { ceiling: 'trusted' } },
  },
});
// #endregion

const ruling = policy.ruleCall('send_mail', '{}');
assert.equal(policy.effect('read_page'), 'read');
assert.ok(ruling.kind === 'ceiling' && ruling.ceiling.text === 'trusted');

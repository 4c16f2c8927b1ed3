import { SluiceError } from '@sluice/core';

/** The reason of an act. Throws `settings-invalid` for none, before anybody is asked. */
export function reasonIn(because: string): string {
  const reason = because.trim();
  if (reason !== '') return reason;
  throw new SluiceError('settings-invalid', 'the audit log needs a reason', {
    hint: "add `--because 'your reason'`",
  });
}

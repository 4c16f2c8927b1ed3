import { boundary, delimited } from './delimiter.ts';
import { admitted } from './least-privilege.ts';
import { withoutCanaries, withoutOrders } from './patterns.ts';
import { permitted } from './provenance.ts';
import { shown, writeOut } from './shown.ts';

/** Algorithm 8: filter, project by game, redact what looks like a canary, delimit. */
export const combined = shown({
  name: 'combined',
  enforcement: 'composition',
  show: (task, chunks) => {
    const projected = admitted(task, permitted(task, withoutOrders(chunks)));
    const context = delimited(writeOut(withoutCanaries(projected)));
    return { system: `${task.system} ${boundary}`, context };
  },
});

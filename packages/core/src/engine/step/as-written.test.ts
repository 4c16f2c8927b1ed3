import { expect, test } from 'vitest';
import { both, fakePolicy, trusted, untrusted } from '../../../test/fake-policy.ts';
import { monitorOf, shown, toolbox } from '../../../test/monitor-fixture.ts';
import type { Label } from '../../label/label.ts';
import type { Script } from '../../model/scripted.ts';
import type { Propagator } from '../../propagate/propagator.ts';
import { proves } from '../../testing/proves.ts';

interface Setting {
  readonly relevant: Label;
  readonly payment: Label;
  /** From a view without the stranger's text. */
  readonly narrow: ReturnType<Script>;
}

/** Reads what a stranger wrote, and pays where it is in view. */
async function paying({ relevant, payment, narrow }: Setting): Promise<{
  readonly steps: readonly string[];
  readonly streamed: string;
  readonly text: string | undefined;
  readonly views: readonly boolean[];
}> {
  const propagator: Propagator = {
    name: 'a label',
    needs: 'draft',
    relevant: () => ({ kind: 'label', label: relevant }),
  };
  const { monitor, model } = monitorOf({
    script: ({ view }) => {
      const text = shown(view);
      if (!text.includes('list{}')) return { calls: [{ tool: 'list', args: {} }] };
      if (text.includes('paid')) return 'paid it';
      if (!text.includes('STRANGER')) return narrow;
      return { text: 'as STRANGER says', calls: [{ tool: 'pay', args: { to: 'bob' } }] };
    },
    policy: fakePolicy({
      results: { list: untrusted, pay: trusted },
      ceilings: { list: both, pay: payment },
      reads: ['list'],
    }),
    propagator,
    tools: toolbox({ list: 'STRANGER says bob', pay: 'paid' }),
    shortcuts: 'none',
  });
  let streamed = '';
  const { text } = await monitor.turn('pay bob', {
    onText: (delta) => {
      streamed += delta;
    },
  });
  return {
    steps: monitor.events.flatMap((event) =>
      event.type === 'step-labelled' ? [`${event.kind} ${event.label.text}`] : [],
    ),
    streamed,
    text,
    views: model.requests.map(({ view }) => shown(view).includes('STRANGER')),
  };
}

proves('step/as-written', async () => {
  // Even a draft that is allowed as it is, and a view in which nothing is hidden.
  const whole = await paying({ relevant: untrusted, payment: both, narrow: 'none' });
  const again = `regenerated ${untrusted.text}`;
  expect(whole.steps).toEqual([again, again, again]);
  expect(whole.views).toEqual([false, false, true, true, true, true]);

  // The narrow view makes no call: that is the answer.
  const narrow = await paying({ relevant: trusted, payment: trusted, narrow: 'nothing to pay' });
  expect(narrow.steps).toEqual([`regenerated ${trusted.text}`, `regenerated ${trusted.text}`]);
  expect(narrow.text).toBe('nothing to pay');
});

test('nothing of a draft is streamed', async () => {
  const { streamed } = await paying({ relevant: trusted, payment: both, narrow: 'nothing' });
  expect(streamed).toBe('');
});

import { describe, expect, test } from 'vitest';
import { Clock } from './clock.ts';

const minute = 60_000;
const day = 86_400_000;

/** A machine whose clock and uptime a test sets. */
function machine(start = 1_000 * day) {
  const at = { wallMs: start, uptimeMs: 5_000.25, sleptMs: 0 };
  const sources = {
    wallMs: () => at.wallMs,
    uptimeMs: () => at.uptimeMs,
    awakeMs: () => at.uptimeMs - at.sleptMs,
  };
  const pass = (ms: number): void => {
    at.wallMs += ms;
    at.uptimeMs += ms;
  };
  return { at, sources, pass };
}

describe('while it runs', () => {
  test('time goes on as the machine runs', () => {
    const { at, sources, pass } = machine();
    const clock = new Clock(sources);
    pass(61 * minute);
    expect(clock.nowMs()).toBe(at.wallMs);
    expect(clock.doubt).toBeUndefined();
  });

  test.each([
    ['forward by an hour', 61 * minute],
    ['forward by a year', 366 * day],
    ['back by a day', -day],
  ])('a clock that is set %s changes nothing, and is told of', (_, jumpMs) => {
    const { at, sources, pass } = machine();
    const clock = new Clock(sources);
    const began = clock.nowMs();
    at.wallMs += jumpMs;
    pass(minute);
    expect(clock.nowMs()).toBe(began + minute);
    expect(clock.doubt).toBe('clock-jumped');
    at.wallMs -= jumpMs;
    expect(clock.doubt).toBeUndefined();
  });

  test('a clock that is set right by seconds is followed', () => {
    const { at, sources } = machine();
    const clock = new Clock(sources);
    at.wallMs += 2_000;
    expect(clock.nowMs()).toBe(at.wallMs);
    expect(clock.doubt).toBeUndefined();
  });

  test('sleep is time, too', () => {
    const { at, sources, pass } = machine();
    const clock = new Clock(sources);
    at.sleptMs += 8 * 60 * minute;
    pass(8 * 60 * minute);
    expect(clock.nowMs()).toBe(at.wallMs);
    expect(clock.doubt).toBeUndefined();
    at.wallMs += day;
    expect(clock.nowMs()).toBe(at.wallMs - day);
  });
});

describe('when it starts', () => {
  const start = 1_000 * day;

  test.each([
    ['right after the last event', start - minute, undefined],
    ['after a week-end', start - 3 * day, undefined],
    ['a month after the last event', start - 30 * day, 'clock-ahead'],
    ['a day before the last event', start + day, 'clock-behind'],
  ])('%s', (_, lastMs, doubt) => {
    const clock = new Clock(machine(start).sources);
    clock.goOnFrom(lastMs);
    expect(clock.doubt).toBe(doubt);
  });

  test('behind the record, it goes on from there: nothing lives longer', () => {
    const { sources, pass } = machine(start);
    const clock = new Clock(sources);
    clock.goOnFrom(start + day);
    pass(minute);
    expect(clock.nowMs()).toBe(start + day + minute);
  });
});

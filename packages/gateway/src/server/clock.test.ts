import { describe, expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
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

describe('a clock in doubt', () => {
  const start = 1_000 * day;

  proves('fault/clock-believed-again', () => {
    for (const [lastMs, jumpMs] of [
      [start - 30 * day, 0],
      [start + day, 0],
      [start, day],
      [start, -day],
    ] as const) {
      const { at, sources, pass } = machine(start);
      const clock = new Clock(sources);
      clock.goOnFrom(lastMs);
      at.wallMs += jumpMs;
      expect(clock.doubt).toBeDefined();
      pass(day - 1);
      expect(clock.doubt).toBeDefined();
      pass(1);
      expect(clock.doubt).toBeUndefined();
      // Erased rows are old by the machine's clock, too.
      expect(clock.leastMs).toBe(Math.min(clock.nowMs(), at.wallMs));
      at.wallMs += 366 * day;
      expect(clock.doubt).toBe('clock-jumped');
    }
  });

  test.each([
    ['is set once more', (wallMs: number) => wallMs + 61 * minute],
    ['is set back', (wallMs: number) => wallMs - 61 * minute],
  ])('which %s is believed a day after that', (_, set) => {
    const { at, sources, pass } = machine(start);
    const clock = new Clock(sources);
    clock.goOnFrom(start - 30 * day);
    pass(day - minute);
    at.wallMs = set(at.wallMs);
    expect(clock.doubt).toBeDefined();
    pass(day - minute);
    expect(clock.doubt).toBeDefined();
    pass(minute);
    expect(clock.doubt).toBeUndefined();
  });

  test('which creeps is not believed', () => {
    const { at, sources, pass } = machine(start);
    const clock = new Clock(sources);
    clock.goOnFrom(start - 30 * day);
    for (let hour = 0; hour < 48; hour += 1) {
      pass(60 * minute);
      at.wallMs += 50_000;
      expect(clock.doubt).toBeDefined();
    }
  });

  test('ends no question early when it is believed again', () => {
    const { at, sources, pass } = machine(start);
    const clock = new Clock(sources);
    at.wallMs += 366 * day;
    const before = clock.nowMs();
    expect(clock.doubt).toBe('clock-jumped');
    pass(2 * day);
    expect([clock.doubt, clock.nowMs()]).toEqual([undefined, before + 2 * day]);
  });
});

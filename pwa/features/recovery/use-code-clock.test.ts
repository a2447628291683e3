import { expect, it } from 'vitest';
import { countdown } from '#schema/account/recovery.ts';
import { readCodeClock } from './use-code-clock.ts';

const sentAt = Date.parse('2026-11-21T08:00:00.000Z');
const after = (seconds: number) => readCodeClock(sentAt, sentAt + seconds * 1_000);

it('counts down from fifteen minutes, as mm:ss', () => {
  expect(countdown(after(0).secondsLeft)).toBe('15:00');
  expect(countdown(after(61).secondsLeft)).toBe('13:59');
  expect(countdown(after(899.5).secondsLeft)).toBe('00:01');
  expect(countdown(after(900).secondsLeft)).toBe('00:00');
  expect(after(5_000)).toEqual({ secondsLeft: 0, secondsToResend: 0 });
});

it('allows another code to be requested after a minute', () => {
  expect(after(0).secondsToResend).toBe(60);
  expect(after(59.1).secondsToResend).toBe(1);
  expect(after(60).secondsToResend).toBe(0);
});

it('does not show more than the full time when the clock was set back', () => {
  expect(after(-3_600)).toEqual({ secondsLeft: 900, secondsToResend: 60 });
});

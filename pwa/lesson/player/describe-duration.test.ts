import { expect, test } from 'vitest';
import { describeDuration } from './describe-duration.ts';

test.each([
  [0, '0 seconds'],
  [1.9, '1 second'],
  [65, '1 minute 5 seconds'],
  [120, '2 minutes'],
  [3_661, '1 hour 1 minute 1 second'],
  [-3, '0 seconds'],
])('%d seconds are formatted as %s', (seconds, text) => {
  expect(describeDuration(seconds)).toBe(text);
});

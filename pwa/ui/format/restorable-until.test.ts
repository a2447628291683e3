import { expect, it } from 'vitest';
import { restorableUntil } from './restorable-until.ts';

it('a deletion says the last day on which it can be undone', () => {
  expect(restorableUntil('The lesson', 'audit log', new Date(2026, 10, 29, 12))).toBe(
    'The lesson can be restored from the audit log until 29 December 2026',
  );
});

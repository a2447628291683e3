import { up as version1 } from './001-version-1.ts';
import type { CheckedMigration } from './with-checks.ts';

/**
 * Every migration in order. A released one is never changed: later ones correct it. Tests of upgrades add a made-up next
 * one.
 */
export const allMigrations: Record<string, CheckedMigration> = {
  '001-version-1': { up: version1 },
};

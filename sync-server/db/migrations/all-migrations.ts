import type { Migration } from 'kysely';
import * as firstShape from './001-first-shape.ts';

/** Every migration there ever was, in order. A released one is never changed: later ones correct it. */
export const allMigrations: Readonly<Record<string, Migration>> = {
  '001-first-shape': firstShape,
};

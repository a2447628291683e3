import type { Migration } from 'kysely';
import * as firstShape from './001-first-shape.ts';
import * as accounts from './002-accounts.ts';
import * as editing from './003-editing.ts';
import * as uploads from './004-uploads.ts';

/** Every migration there ever was, in order. A released one is never changed: later ones correct it. */
export const allMigrations: Readonly<Record<string, Migration>> = {
  '001-first-shape': firstShape,
  '002-accounts': accounts,
  '003-editing': editing,
  '004-uploads': uploads,
};

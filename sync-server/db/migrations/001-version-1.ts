import type { Kysely } from 'kysely';
import {
  createAccounts,
  createMailAndSupport,
  createRecovery,
  createSecondFactors,
  createSessions,
} from './version-1/accounts.ts';
import { createActivations, createCodes } from './version-1/codes.ts';
import {
  createCourses,
  createHistory,
  createLessons,
  createQuizzes,
  createSite,
  createTrash,
} from './version-1/courses.ts';
import { createFiles, createTranscodes, createUploads } from './version-1/files.ts';
import { createApiKeys, createOrders, createShops } from './version-1/shops.ts';
import { createProgress, createSync } from './version-1/sync.ts';

/** Every table of version 1.0; a table follows those that it refers to. */
const PARTS = [
  ...[createAccounts, createSessions, createSecondFactors, createRecovery, createMailAndSupport],
  ...[createFiles, createTranscodes, createUploads],
  ...[createCourses, createLessons, createQuizzes, createTrash, createHistory, createSite],
  ...[createCodes, createActivations, createShops, createOrders, createApiKeys],
  ...[createProgress, createSync],
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const create of PARTS) await create(db);
}

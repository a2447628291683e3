import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateNKeysBetween } from 'fractional-indexing';
import { v7 as uuidv7 } from 'uuid';
import { FIRST_ADMIN_NAME } from '../config.ts';
import type { Db } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { FolderStore } from '../media-store/folder-store.ts';
import { generatePassword } from '../passwords/generate-password.ts';
import { insertUser } from '../sessions/user-queries.ts';
import { insertCourse } from './insert-course.ts';
import { type PreparedCourse, prepareCourse } from './prepare-course.ts';

/** The result of the first start, shown to the operator. */
export interface FirstStart {
  readonly admin: {
    readonly email: string;
    /** Null when the configuration contained one. */
    readonly generatedPassword: string | null;
  };
  readonly courses: readonly { readonly title: string; readonly codes: readonly string[] }[];
}

/**
 * Fills an empty database: the first admin and, unless switched off, the demo courses. Returns null and does
 * nothing when a user exists already. All rows are inserted in one transaction after all files are stored: a
 * kill in the middle leaves an empty database, and the next start begins again. Throws SeedError.
 */
export async function seedDatabase(deps: Deps): Promise<FirstStart | null> {
  const { config, db, clock } = deps;
  if (!(await isEmpty(db))) return null;
  const createdAt = clock.now().toISOString();
  const courses = config.seed === 'demo' ? await prepareDemo(deps) : [];
  const generatedPassword = config.adminPassword === undefined ? generatePassword() : null;
  const passwordHash = await deps.passwords.hash(config.adminPassword ?? generatedPassword ?? '');
  const positions = generateNKeysBetween(null, null, courses.length);
  const isDone = await inTransaction(db, async (trx) => {
    if (!(await isEmpty(trx))) return false;
    const admin = { id: uuidv7(), name: FIRST_ADMIN_NAME, email: config.adminEmail, createdAt };
    const mustChangePassword = generatedPassword !== null;
    await insertUser(trx, { ...admin, passwordHash, role: 'admin', mustChangePassword });
    for (const [i, course] of courses.entries()) {
      await insertCourse(trx, course, { position: positions[i] ?? '', createdAt });
    }
    return true;
  });
  if (!isDone) return null;
  return {
    admin: { email: config.adminEmail, generatedPassword },
    courses: courses.map(({ title, codes }) => ({ title, codes })),
  };
}

async function isEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return user === undefined;
}

/**
 * Files are created in a temporary folder and moved when all are complete; leftovers of a kill are deleted
 * first.
 */
async function prepareDemo({ config, mediaStore }: Deps): Promise<PreparedCourse[]> {
  const { dataFolder, seedFolder } = config;
  const staging = join(dataFolder, 'seeding');
  await rm(staging, { recursive: true, force: true });
  const store = new FolderStore(staging);
  const courses: PreparedCourse[] = [];
  for (const folder of await listCourseFolders(seedFolder)) {
    courses.push(await prepareCourse({ folder, store }));
  }
  for (const place of ['media', 'thumbnails'] as const) {
    for await (const files of store.list(place))
      for (const file of files) await mediaStore.moveIn(`${place}/${file}`, join(staging, place, file));
  }
  await rm(staging, { recursive: true, force: true });
  return courses;
}

async function listCourseFolders(seedFolder: string): Promise<string[]> {
  if (!existsSync(seedFolder)) return [];
  const names = (await readdir(seedFolder)).sort();
  return names.map((name) => join(seedFolder, name)).filter((path) => existsSync(join(path, 'course.json')));
}

import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { CODES_COURSE, HEAVY_COURSE, type LibrarySize, POPULAR_COURSE } from './library-size.ts';

const MODULES_PER_COURSE = 10;
const AVATAR_CHARACTERS = 2_900;
const PERSON = "printf('person-%06d', p.i)";
const COURSE = (index: string) => `printf('course-%05d', ${index})`;
/** The courses of a person are spread, and no two are the same. */
const COURSE_OF_PERSON = COURSE(
  '3 + (p.i + a.i * ((:courses - 3) / :activationsPerPerson)) % (:courses - 3)',
);
const count = (name: string, limit: string) =>
  `${name}(i) as (select 0 union all select i + 1 from ${name} where i + 1 < ${limit})`;
const numbers = (...counts: readonly string[]) => `with recursive ${counts.join(', ')}`;
const people = count('p', ':people');
const courses = count('c', ':courses');
const modules = count('m', ':modules');
const lessons = count('l', ':lessonsPerCourse');

/** In the order of the order of changes: a learner's rows are far from each other, as in a real library. */
const statements = [
  `insert into users (id, name, email, passwordHash, role, avatarSmall, createdAt, updatedAt)
   ${numbers(people)} select ${PERSON}, 'Person ' || i, 'person' || i || '@example.org', '', 'user', :avatar, :at, :at from p`,
  `insert into sessions (id, userId, deviceName, endTicketHash, createdAt, lastSeenAt, expiresAt)
   ${numbers(people)} select 'session-' || ${PERSON}, ${PERSON}, 'Bench', 'hash-' || i, :at, :at, :later from p`,
  `insert into courses (id, position, title, description, instructor, previewContent, status, createdAt, updatedAt)
   ${numbers(courses)} select ${COURSE('i')}, printf('a%05d', i), 'Course ' || i, 'A course among many.', 'Ada', '<p>It.</p>',
     case ${COURSE('i')} when '${POPULAR_COURSE}' then 'unpublished' else 'published' end, :at, :at from c`,
  `insert into modules (id, courseId, position, title, description)
   ${numbers(courses, modules)} select ${COURSE('c.i')} || '-m' || m.i, ${COURSE('c.i')}, printf('a%05d', m.i),
     'Module ' || m.i, '' from c join m`,
  `insert into lessons (id, moduleId, position, title, description, duration, type)
   ${numbers(courses, lessons)} select printf('%s-l%03d', ${COURSE('c.i')}, l.i), ${COURSE('c.i')} || '-m' || (l.i % :modules),
     printf('a%05d', l.i), 'Lesson ' || l.i, 'What one learns in it, in a sentence.', 7, 'text' from c join l`,
  `insert into lessonContents (lessonId, content)
   select id, case when id like '${HEAVY_COURSE}-%' then :heavyText else :text end from lessons where id like 'course-%' order by rowid`,
  `insert into activations (userId, courseId, activatedAt)
   ${numbers(people, count('a', ':activationsPerPerson'))} select ${PERSON}, ${COURSE_OF_PERSON}, strftime('%Y-%m-%dT%H:%M:%fZ', :at, '-' || (p.i % 300 * 24 + a.i) || ' hours') from p join a`,
  `insert into activations (userId, courseId, activatedAt)
   ${numbers(count('p', ':popularLearners'))} select ${PERSON}, '${POPULAR_COURSE}', :at from p where :popularLearners > 0`,
  `insert into activationCounts (kind, key, count)
   select 'all', '', count(*) from activations where true on conflict do update set count = excluded.count`,
  `insert into activationCounts (kind, key, count)
   select 'course', courseId, count(*) from activations where true group by courseId on conflict do update set count = excluded.count`,
  `insert into activationCounts (kind, key, count)
   select 'day', substr(activatedAt, 1, 10), count(*) from activations where true group by substr(activatedAt, 1, 10)
   on conflict do update set count = excluded.count`,
  `insert into activationCodes (id, courseId, code, normalizedCode, batch, createdAt, uses, isUsedUp)
   select 'code-' || rowid, courseId, 'CODE-' || rowid, 'CODE' || rowid, 'bench-' || courseId, :at, 1, 1 from activations where courseId like 'course-%' order by rowid`,
  `insert into activationCodes (id, courseId, code, normalizedCode, batch, createdAt)
   ${numbers(count('k', ':codes'))} select 'free-' || i, '${CODES_COURSE}', 'FREE-' || i, 'FREE' || i, 'bench-${CODES_COURSE}', :at from k`,
  `insert into codeBatches (id, courseId, createdAt, count) select 'bench-' || id, id, :at, 0 from courses where id like 'course-%'`,
  `insert into progress (userId, lessonId, completedAt, completedUpdatedAt, positionSeconds, positionUpdatedAt)
   ${numbers(people, count('a', ':activationsPerPerson'), count('l', ':lessonsOfEach'))}
   select ${PERSON}, printf('%s-l%03d', ${COURSE_OF_PERSON}, l.i), :at, :at, 12.5, :at from p join a join l`,
  `insert into progress (userId, lessonId, completedAt, completedUpdatedAt, positionSeconds, positionUpdatedAt)
   ${numbers(count('p', ':popularLearners'), count('l', ':lessonsOfEach'))}
   select ${PERSON}, printf('%s-l%03d', '${POPULAR_COURSE}', l.i), :at, :at, 12.5, :at from p join l`,
  `insert into activationCodes (id, courseId, code, normalizedCode, batch, createdAt)
   ${numbers(count('k', ':classSize'))} select 'class-' || i, '${HEAVY_COURSE}', 'CLASS-' || i, 'CLASS' || i, 'bench-${HEAVY_COURSE}', :at from k`,
  `insert into revisions (id, kind, entity, entityId, courseId, title, userId, madeAt, receivedAt, baseVersion, version, before, after)
   ${numbers(count('r', ':revisions'))} select printf('01900000-0000-7000-8000-%012d', i), 'update', 'lesson',
     printf('course-%05d-l%03d', i % :courses, i % 100), ${COURSE('i % :courses')}, 'Lesson', 'person-00000' || (i % 5), :at, :at, 1, 2,
     '{"title":"Before"}', '{"title":"After"}' from r`,
];

const CHANGES = `
  select kind, id, userId, courseId from (
    select 1 rank, rowid at, 'user' kind, id, id userId, null courseId from users where id like 'person-%'
    union all select 2, rowid, 'course', id, '', id from courses where id like 'course-%'
    union all select 3, rowid, 'module', id, '', courseId from modules where id like 'course-%'
    union all select 4, rowid, 'lesson', id, '', substr(id, 1, 12) from lessons where id like 'course-%'
    union all select 5, rowid, 'activation', courseId, userId, courseId from activations where courseId like 'course-%'
    union all select 6, rowid, 'progress', lessonId, userId, substr(lessonId, 1, 12) from progress where lessonId like 'course-%'
  )`;

const COUNT_CHANGES = `insert into counters (name, value) select 'changes', max(sequence) from changes where true
  on conflict (name) do update set value = excluded.value`;

/** Inserts rows that expired a year ago, for the daily sweep. */
const expired = count('e', ':expired');
const EXPIRED_STATEMENTS = [
  `insert into receipts (userId, key, fingerprint, status, body, createdAt)
   ${numbers(expired)} select 'person-000000', printf('expired-%06d', i), '', 200, '{}', :old from e`,
  `insert into receipts (userId, key, fingerprint, status, body, createdAt)
   ${numbers(expired)} select 'person-000001', printf('fresh-%06d', i), '', 200, '{}', :at from e`,
  `insert into changes (kind, id, userId, courseId, isDeleted, sequence, changedAt)
   ${numbers(expired)} select 'lesson', printf('gone-%06d', i), '', 'gone', 1, :sequence + i + 1, :old from e`,
  `insert into mails (id, kind, recipient, createdAt, sentAt)
   ${numbers(expired)} select 'mail-' || i, 'passwordChanged', 'a@example.org', :old, :old from e`,
  `insert into sessions (id, userId, deviceName, endTicketHash, createdAt, lastSeenAt, expiresAt)
   ${numbers(expired)} select 'old-' || i, 'person-000000', 'Bench', 'old-' || i, :old, :old, :old from e`,
  `insert into signInNetworks (userId, networkHash, lastUsedAt)
   ${numbers(expired)} select 'person-000000', 'network-' || i, :old from e`,
];

function textOf(characters: number): string {
  const paragraph = (index: number) =>
    `<p>${createHash('sha256').update(String(index)).digest('base64')}: a boat that waits for the tide.</p>\n`;
  let text = '';
  for (let index = 0; text.length < characters; index += 1) text += paragraph(index);
  return text;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const dayAt = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

function valuesOf(size: LibrarySize) {
  const { lessonCharacters, heavyLessonCharacters, progressPerPerson, activationsPerPerson, ...rest } = size;
  return {
    ...rest,
    activationsPerPerson,
    lessonsOfEach: Math.ceil(progressPerPerson / activationsPerPerson),
    modules: MODULES_PER_COURSE,
    text: textOf(lessonCharacters),
    heavyText: textOf(heavyLessonCharacters),
    avatar: `data:image/jpeg;base64,${'A'.repeat(AVATAR_CHARACTERS)}`,
    at: dayAt(0),
    later: dayAt(30),
    old: dayAt(-365),
  };
}

/**
 * Fills a migrated, stopped database with a library: its rows and the order of their changes. People are
 * `person-000000` and on; each has a session `session-<id>`.
 */
export function fillLibrary(databasePath: string, size: LibrarySize): void {
  inBulk(databasePath, size, (run, db) => {
    for (const sql of statements) run(sql);
    const first = Number(db.prepare("select value from counters where name = 'changes'").pluck().get() ?? 0);
    run(
      `insert into changes (kind, id, userId, courseId, isDeleted, sequence, changedAt)
       select kind, id, userId, courseId, 0, ${first} + row_number() over (), :at from (${CHANGES})`,
    );
    run(COUNT_CHANGES);
  });
}

/** Adds what the daily sweep removes. */
export function fillExpired(databasePath: string, size: LibrarySize): void {
  inBulk(databasePath, size, (run, db) => {
    const sequence = Number(db.prepare('select max(sequence) from changes').pluck().get());
    for (const sql of EXPIRED_STATEMENTS) run(sql, { sequence });
    run(COUNT_CHANGES);
  });
}

type Run = (sql: string, more?: Readonly<Record<string, number>>) => void;

/** Runs statements over the numbers and texts of a size in one transaction that is not safe against a crash. */
function inBulk(
  databasePath: string,
  size: LibrarySize,
  work: (run: Run, db: Database.Database) => void,
): void {
  const db = new Database(databasePath);
  db.pragma('synchronous = off');
  db.pragma('foreign_keys = off');
  db.pragma('cache_size = -1000000');
  const values = valuesOf(size);
  const run: Run = (sql, more = {}) => {
    const used = Object.entries({ ...values, ...more }).filter(([name]) => sql.includes(`:${name}`));
    // A plain number would be bound as a fraction, and appear as one in ids.
    const bound = used.map(([name, value]) => [name, typeof value === 'number' ? BigInt(value) : value]);
    db.prepare(sql).run(Object.fromEntries(bound));
  };
  db.transaction(() => work(run, db))();
  db.close();
}

// The statements that the server runs for a saved position and for an edit of a lesson, on its own schema: the caller
// and the receipt are looked up, the rows are read and written, the change gets its number, the receipt is stored.
const user =
  'select users.id, users.role, users.tokenVersion, users.mustChangePassword, users.tokensWithoutSessionEndedAt, sessions.id as sessionId, sessions.lastSeenAt, sessions.expiresAt, sessions.endedAt from users left join sessions on sessions.userId = users.id and sessions.id = ? where users.id = ?';
const deleted = '(select courseId from deletedCourses)';
const modules = `(select * from modules where modules.courseId not in ${deleted})`;
const lessons =
  '(select * from lessons where not exists (select moduleOf.id from modules as moduleOf inner join deletedCourses on deletedCourses.courseId = moduleOf.courseId where moduleOf.id = lessons.moduleId))';
const activations = `(select * from activations where activations.courseId not in ${deleted})`;
const counted =
  'insert into counters (name, value) values (?, ?) on conflict (name) do update set value = counters.value + excluded.value returning value';

/** Prepares all of them on a database. */
export const prepareStatements = (db) => {
  const prepare = (sql) => db.prepare(sql);
  return {
    user: prepare(user),
    receipt: prepare('select * from receipts where userId = ? and key = ?'),
    visible: prepare(
      `select lessons.id, modules.courseId from ${lessons} as lessons inner join ${modules} as modules on modules.id = lessons.moduleId where lessons.id in (?) and modules.courseId in (select activations.courseId from ${activations} as activations where activations.userId = ?)`,
    ),
    progress: prepare(
      'select lessonId, completedAt, completedUpdatedAt, positionSeconds, positionUpdatedAt from progress where userId = ? and lessonId in (?)',
    ),
    saveProgress: prepare(
      'insert into progress (lessonId, completedAt, completedUpdatedAt, positionSeconds, positionUpdatedAt, userId) values (?, ?, ?, ?, ?, ?) on conflict (userId, lessonId) do update set completedAt = excluded.completedAt, completedUpdatedAt = excluded.completedUpdatedAt, positionSeconds = excluded.positionSeconds, positionUpdatedAt = excluded.positionUpdatedAt',
    ),
    count: prepare(counted),
    change: prepare(
      'insert into changes (kind, id, userId, courseId, isDeleted, sequence, changedAt) values (?, ?, ?, ?, 0, ?, ?) on conflict (kind, id, userId) do update set courseId = excluded.courseId, isDeleted = excluded.isDeleted, sequence = excluded.sequence, changedAt = excluded.changedAt',
    ),
    saveReceipt: prepare(
      'insert into receipts (userId, key, fingerprint, status, body, createdAt) values (?, ?, ?, 200, ?, ?)',
    ),
    position: prepare(
      "select epochs.epoch, counters.value as sequence, (select runs.run from runs where runs.startSequence < coalesce(counters.value, 0) order by runs.startSequence desc limit 1) as run from epochs left join counters on counters.name = 'changes' order by epochs.number desc limit 1",
    ),
    lesson: prepare(
      `select lessons.*, modules.courseId, lessonContents.content, files.sizeBytes as videoSizeBytes from ${lessons} as lessons inner join ${modules} as modules on modules.id = lessons.moduleId left join lessonContents on lessonContents.lessonId = lessons.id left join files on files.id = lessons.videoFileId where lessons.id = ?`,
    ),
    saveLesson: prepare(
      'update lessons set title = ?, description = ?, duration = ?, type = ?, videoUrl = ?, position = ?, videoFileId = ?, version = ? where id = ?',
    ),
    touchCourse: prepare(
      'update courses set revision = revision + 1, updatedAt = coalesce(?, updatedAt) where id = ?',
    ),
    revision: prepare(
      "insert into revisions (id, kind, entity, entityId, courseId, title, userId, madeAt, receivedAt, baseVersion, version, before, after, beforeText, afterText) values (?, 'update', 'lesson', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, null)",
    ),
    resources: prepare(
      `select resources.*, modules.courseId, files.sizeBytes, files.contentType from resources inner join ${lessons} as lessons on lessons.id = resources.lessonId inner join ${modules} as modules on modules.id = lessons.moduleId left join files on files.id = resources.fileId where resources.lessonId = ?`,
    ),
  };
};

import * as v from 'valibot';

/*
 * What the first released app stored and sent, written out: today's code would only make today's forms. Devices
 * hold such rows for months, so nothing here changes with the product.
 */

const envelope = { id: v.string(), userId: v.string(), version: v.literal(1), createdAt: v.string() };
const fields = v.record(v.string(), v.unknown());

/** The commands that an older page makes and sends in a run, as they were stored. */
const ReleasedCommand = v.variant('kind', [
  v.object({
    ...envelope,
    kind: v.literal('progress.save'),
    args: v.object({ entries: v.array(v.looseObject({ lessonId: v.string(), updatedAt: v.string() })) }),
  }),
  v.object({ ...envelope, kind: v.literal('profile.update'), args: fields }),
  v.object({
    ...envelope,
    kind: v.literal('module.create'),
    args: v.looseObject({ courseId: v.string(), moduleId: v.string() }),
  }),
  v.object({
    ...envelope,
    kind: v.literal('lesson.create'),
    args: v.looseObject({ courseId: v.string(), moduleId: v.string(), lessonId: v.string() }),
  }),
  v.object({
    ...envelope,
    kind: v.literal('lesson.update'),
    args: v.looseObject({ lessonId: v.string(), version: v.number(), base: fields, changes: fields }),
  }),
]);
export type ReleasedCommand = v.InferOutput<typeof ReleasedCommand>;

/** A row that an older page can send. It waits with commands of a Save Course, and with those of later versions. */
export const ReleasedRow = v.looseObject({
  order: v.number(),
  id: v.string(),
  state: v.picklist(['waiting', 'sending']),
  attempts: v.number(),
  groupId: v.optional(v.undefined()),
  heldUntil: v.optional(v.undefined()),
  command: ReleasedCommand,
});
export type ReleasedRow = v.InferOutput<typeof ReleasedRow>;

/** A row as the released app queued it. */
export const newRow = (command: ReleasedCommand) => ({
  ...{ id: command.id, v: 1, command, state: 'waiting', attempts: 0, nextAttemptAt: null },
  ...{ lastStatus: null, lastProblem: null, acknowledgedAt: null },
});

export interface ReleasedRequest {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: object;
  readonly ifMatch?: string;
}

/** The request of a command; its id was its `Idempotency-Key`. */
export function requestOf(command: ReleasedCommand): ReleasedRequest {
  switch (command.kind) {
    case 'progress.save':
      return { method: 'PUT', path: '/api/progress', body: command.args };
    case 'profile.update':
      return { method: 'PUT', path: `/api/users/${command.userId}`, body: command.args };
    case 'module.create': {
      const { courseId, moduleId: id, ...rest } = command.args;
      return { method: 'POST', path: `/api/admin/courses/${courseId}/modules`, body: { id, ...rest } };
    }
    case 'lesson.create': {
      const { courseId: _, moduleId, lessonId: id, ...rest } = command.args;
      return { method: 'POST', path: `/api/admin/modules/${moduleId}/lessons`, body: { id, ...rest } };
    }
    case 'lesson.update': {
      const { lessonId, version, changes } = command.args;
      const path = `/api/admin/lessons/${lessonId}`;
      return { method: 'PUT', path, body: changes, ifMatch: `"${version}"` };
    }
  }
}

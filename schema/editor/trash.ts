import * as v from 'valibot';
import { Id, Instant } from '../id.ts';

/** A deleted course that can be restored. */
export const TrashedCourse = v.object({
  courseId: Id,
  title: v.string(),
  deletedAt: Instant,
  /** Until then it can be restored. */
  purgeAt: Instant,
  /** The name of the admin; '' if the account no longer exists. */
  deletedBy: v.string(),
  /** How many learners get it again when it is restored. */
  learners: v.number(),
});
export type TrashedCourse = v.InferOutput<typeof TrashedCourse>;

export const TrashReply = v.object({ courses: v.array(TrashedCourse) });

/** `deletedAt`: of the deletion that the admin saw. */
export const PurgeCourseInput = v.object({ deletedAt: Instant });
export type PurgeCourseInput = v.InferOutput<typeof PurgeCourseInput>;

import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { paths } from '#pwa/paths.ts';
import { draftPrefix } from '#pwa/store/account/drafts.ts';
import { enqueueCourseCreate } from '#pwa/sync/enqueue/editor-commands.ts';
import { dropDraft, saveDraft } from '#pwa/sync/outbox/save-draft.ts';
import { releaseThumbnail } from '#pwa/sync/uploads/store-upload.ts';
import type { CourseStatus } from '#schema/courses/course.ts';
import { type CourseFields, NewCourseFields } from '#schema/entities/course-entity.ts';
import { adminMessages, thumbnailFailedMessage } from '#schema/messages/admin-messages.ts';
import { messages } from '#schema/messages/messages.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import { askForRequired } from '../course/required-fields.ts';
import { NEW_COURSE_ID } from '../draft/use-editor-course.ts';
import { courseFieldsOf } from '../model/editor-model.ts';
import { findSaveProblem, refuseFinish } from '../model/editor-rules.ts';
import { findTimeProblems, withStatus } from '../model/schedule-model.ts';
import { saveDrafts } from './save-drafts.ts';

const draftIdOf = (courseId: string) => `${draftPrefix(courseId)}course`;

/** Save Course, Mark as Finished and Publish. */
export function useSave() {
  const { userId, book, getEditor, notify, confirm, watch, run } = useEditorContext();
  const navigate = useNavigate();

  /** Why the course cannot be saved with a status; null if it can. */
  const findProblem = useCallback(
    (status: CourseStatus) => {
      const { course, seen } = getEditor();
      const saved = withStatus(course, seen, status);
      const { publishAt, unpublishAt } = findTimeProblems(saved, seen, Date.now());
      return findSaveProblem(saved) ?? publishAt ?? unpublishAt;
    },
    [getEditor],
  );

  const create = useCallback(async () => {
    const { course } = getEditor();
    const fields = v.parse(NewCourseFields, courseFieldsOf(course));
    const taken = book.state.get().drafts;
    const draftId = draftIdOf(NEW_COURSE_ID);
    const { courseId, commandId } = await enqueueCourseCreate(userId, fields, draftId);
    book.leave(taken);
    const left = book.state.get().drafts.course;
    // A change typed in the meantime belongs to the created course, which is queued even if it cannot be stored.
    const moveLeft = async () => {
      await saveDraft(userId, draftIdOf(courseId), left);
      await dropDraft(userId, draftId);
    };
    if (left !== null) await moveLeft().catch(() => notify.fail(adminMessages.typedAfterCreateLost, true));
    const thumbnail = await releaseThumbnail(
      userId,
      { id: courseId, title: course.title },
      NEW_COURSE_ID,
    ).catch(() => {
      notify.fail(adminMessages.thumbnailAfterCreateFailed, true);
      return null;
    });
    const state = {
      createdBy: commandId,
      ...(thumbnail === null ? {} : { thumbnailBy: thumbnail.commandId }),
    };
    navigate(paths.adminCourse(courseId), { replace: true, state });
  }, [userId, book, getEditor, navigate, notify]);

  /** Uploads the chosen thumbnail; returns false if none was chosen. */
  const sendThumbnail = useCallback(async () => {
    const released = await releaseThumbnail(userId, getEditor().course);
    if (released === null) return false;
    const { commandId } = released;
    const texts = { success: 'Thumbnail uploaded', failure: thumbnailFailedMessage(0) };
    watch({ commandIds: [commandId], ...texts, hasDetails: true });
    return true;
  }, [userId, getEditor, watch]);

  const update = useCallback(
    async (extraChanges: CourseFields, success: string) => {
      const { course, seen } = getEditor();
      const { publishAt, unpublishAt } = withStatus(course, seen, extraChanges.status ?? course.status);
      const removed = {
        ...(publishAt !== course.publishAt && { publishAt }),
        ...(unpublishAt !== course.unpublishAt && { unpublishAt }),
      };
      const commandIds = await saveDrafts({ userId, book, getEditor }, { ...extraChanges, ...removed });
      // If everything is already as on the server, nothing is sent and the action has succeeded.
      if (commandIds.length === 0) notify.succeed(success);
      else watch({ commandIds, success, failure: messages.changesFailed });
    },
    [userId, book, getEditor, notify, watch],
  );

  /** Saves everything with a status: the chosen image too, which does not hold up the rest. */
  const saveAs = useCallback(
    async (status: CourseStatus, success: string) => {
      await update({ status }, success);
      await sendThumbnail();
    },
    [update, sendThumbnail],
  );

  const save = useCallback(async () => {
    const { course, isNew } = getEditor();
    const problem = findProblem(course.status);
    if (problem === adminMessages.courseFieldsMissing) askForRequired(book, course);
    if (problem !== null) return notify.fail(problem);
    if (isNew) return run(adminMessages.courseSaveFailed, create);
    return run(adminMessages.courseSaveFailed, async () => {
      await book.flush();
      const isSent = await sendThumbnail();
      if (book.state.get().isDirty) await update({}, 'Course saved');
      else if (!isSent) notify.note('No changes to save.');
    });
  }, [book, getEditor, run, notify, create, update, sendThumbnail, findProblem]);

  const finish = useCallback(async () => {
    const { course, seen } = getEditor();
    const problem = refuseFinish(course) ?? findProblem('unpublished');
    if (problem !== null) return notify.fail(problem);
    if (seen.status !== 'published' && course.status !== 'published')
      return run(adminMessages.courseSaveFailed, () => saveAs('unpublished', adminMessages.courseFinished));
    const done = `${adminMessages.courseFinished}. It is now unpublished.`;
    confirm({
      title: `Remove “${course.title}” from the catalogue?`,
      sentence:
        'Mark as Finished unpublishes the course: it is removed from the catalogue, and new learners cannot unlock it.',
      note: 'Learners who have unlocked it keep access. Unsaved changes are saved too. You can publish the course again at any time.',
      action: 'Mark as Finished',
      onYes: () => void run(adminMessages.courseSaveFailed, () => saveAs('unpublished', done)),
    });
  }, [getEditor, run, notify, confirm, saveAs, findProblem]);

  /** Saves everything with another status, so that the catalogue shows what the editor shows. */
  const setStatus = useCallback(
    async (status: CourseStatus) => {
      const problem = findProblem(status);
      if (problem !== null) return notify.fail(problem);
      const done = status === 'published' ? 'Course published' : 'Course unpublished';
      return run(adminMessages.courseStatusFailed, () => saveAs(status, done));
    },
    [run, notify, saveAs, findProblem],
  );

  return { save, finish, setStatus };
}

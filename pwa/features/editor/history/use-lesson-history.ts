import { useCallback, useMemo, useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { findAdminContent, findAdminCourse } from '#pwa/store/admin/admin-courses.ts';
import { findLessonHistory } from '#pwa/store/admin/history.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { refreshLessonHistory } from '#pwa/sync/pull/admin-refresh.ts';
import { fetchLessonHistory } from '#pwa/sync/pull/fetch-revisions.ts';
import type { Revision, RevisionFields, RevisionsReply } from '#schema/editor/history.ts';
import { pick } from '#schema/entities/by-name.ts';
import { readableLessonRowFields } from '#schema/entities/lesson-entity.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { findLesson } from '../model/find-lesson.ts';
import { useVersionTexts } from './use-version-texts.ts';

/** A lesson's versions: the newest from the device, also offline, and older ones from the server. */
export function useLessonHistory(courseId: string, lessonId: string) {
  const stored = usePrivateQuery((store) => readHistory(store, courseId, lessonId), [courseId, lessonId]);
  const refreshing = useRefresh(useCallback(() => refreshLessonHistory(lessonId), [lessonId]));
  const [older, setOlder] = useState<RevisionsReply | null>(null);
  const [isFetching, setIsFetching] = useState(false);
  const [olderProblem, setOlderProblem] = useState<string | null>(null);
  const { loaded, ...texts } = useVersionTexts(lessonId);
  const newest = stored?.history?.revisions ?? none;
  const revisions = useMemo(
    () => joinPages(newest, older?.revisions ?? none).map((revision) => loaded.get(revision.id) ?? revision),
    [newest, older, loaded],
  );
  const fetchOlder = async () => {
    const last = revisions.at(-1);
    if (last === undefined) return;
    setIsFetching(true);
    setOlderProblem(null);
    try {
      const page = await fetchLessonHistory(lessonId, last.id);
      setOlder({ revisions: [...(older?.revisions ?? none), ...page.revisions], more: page.more });
    } catch (error) {
      setOlderProblem(describeFailure(error));
    } finally {
      setIsFetching(false);
    }
  };
  return {
    ...refreshing,
    ...{ revisions, isFetching, olderProblem, texts },
    known: stored?.known ?? nothing,
    fetchedAt: stored?.history?.fetchedAt ?? null,
    hasOlder: older?.more ?? stored?.history?.more ?? false,
    fetchOlder: () => void fetchOlder(),
  };
}

const none: readonly Revision[] = [];
const nothing: RevisionFields = {};

/**
 * Joins the pages without duplicates, newest first (ids grow with time): the newest page may have moved while
 * older ones were fetched.
 */
function joinPages(newest: readonly Revision[], older: readonly Revision[]): Revision[] {
  const last = newest.at(-1)?.id;
  return [...newest, ...older.filter(({ id }) => last === undefined || id < last)];
}

async function readHistory(store: PrivateStore, courseId: string, lessonId: string) {
  const [history, course, text] = await Promise.all([
    findLessonHistory(store, lessonId),
    findAdminCourse(store, courseId),
    findAdminContent(store, lessonId),
  ]);
  const lesson = findLesson(course?.modules ?? [], lessonId)?.lesson;
  if (lesson === undefined) return { history, known: nothing };
  const known: RevisionFields = pick(lesson, readableLessonRowFields);
  return { history, known: text === null ? known : { ...known, content: text } };
}

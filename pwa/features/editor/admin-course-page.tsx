import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import * as v from 'valibot';
import { paths } from '#pwa/paths.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { editorLockName } from '#pwa/store/account/draft-keys.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Spinner } from '#pwa/ui/display/spinner.tsx';
import { LoadFailure } from '#pwa/ui/feedback/load-failure.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { useParameter } from '#pwa/ui/use-parameter.ts';
import { messages } from '#schema/messages/messages.ts';
import { CourseDeleted } from './course/course-deleted.tsx';
import { type CourseFetch, useCourseFetch } from './course/use-course-fetch.ts';
import { useCourseLock } from './course/use-course-lock.ts';
import { CourseEditor, type Creation } from './course-editor.tsx';
import type { DraftBook } from './draft/draft-book.ts';
import { useDraftBook } from './draft/use-draft-book.ts';
import { NEW_COURSE_ID, useEditorCourse, useNewCourse, useStoredCourse } from './draft/use-editor-course.ts';

/** The course editor (spec map, section 2). Reads everything from the device, so that it works offline. */
export function AdminCoursePage() {
  const courseId = useParameter('courseId');
  const userId = useUserId();
  if (userId === '') return null;
  return (
    <OneTab key={`${userId} ${courseId}`} name={editorLockName(userId, courseId)}>
      <KnownCourse userId={userId} courseId={courseId} />
    </OneTab>
  );
}

/** The same editor for a course that was not created yet. */
export function AdminNewCoursePage() {
  const userId = useUserId();
  if (userId === '') return null;
  return (
    <OneTab key={userId} name={editorLockName(userId, NEW_COURSE_ID)}>
      <NewCourse userId={userId} />
    </OneTab>
  );
}

/** Renders the editor in the tab that holds the course lock; other tabs show a notice. */
function OneTab({ name, children }: { name: string; children: ReactNode }) {
  const { lock, take } = useCourseLock(name);
  if (lock === 'requesting') return <Loading />;
  if (lock === 'held') return children;
  const action = (
    <Button variant="primary" onClick={take}>
      Edit here
    </Button>
  );
  return (
    <Page>
      <PageTitle documentTitle="Course editor" isHidden>
        Course editor
      </PageTitle>
      <Notice tone="wait" title="This course is open in another tab" actions={action}>
        All edits in that tab are saved. If you edit here, editing stops there. The course opens here
        automatically when you close that tab.
      </Notice>
    </Page>
  );
}

function KnownCourse({ userId, courseId }: { userId: string; courseId: string }) {
  // A course that was just created arrives with its ack; a request sent now may not find it yet.
  const fetch = useCourseFetch(courseId, { isLater: useCreation() !== null });
  const stored = useStoredCourse(courseId);
  const book = useDraftBook(userId, courseId);
  const [hasOpened, setHasOpened] = useState(false);
  if (!stored || book === null) return <Loading />;
  // Which modules are open at first is decided once, by the whole course.
  const isPart = stored.row !== null && !stored.isWhole;
  if (isPart && fetch.isExpected && !hasOpened) return <Loading />;
  if (stored.row !== null && !hasOpened) setHasOpened(true);
  return <OpenCourse courseId={courseId} stored={stored} book={book} fetch={fetch} />;
}

interface OpenCourseProps {
  courseId: string;
  stored: NonNullable<ReturnType<typeof useStoredCourse>>;
  book: DraftBook;
  fetch: CourseFetch;
}

function OpenCourse({ courseId, stored, book, fetch }: OpenCourseProps) {
  const editor = useEditorCourse(stored, book);
  const creation = useCreation();
  const [lastTitle, setLastTitle] = useState<string | null>(null);
  const title = stored.row?.title ?? editor?.seen.title ?? lastTitle;
  if (title !== lastTitle) setLastTitle(title);
  if (editor !== null) return <CourseEditor editor={editor} creation={creation} />;
  if (stored.row !== null) return <Leaving title={stored.row.title} />;
  // Once the device has a list of all courses, a missing course was deleted. If the browser lost the
  // database, the
  // course is still being fetched.
  const hasLeft = lastTitle !== null && stored.fetchedAt !== null;
  if (hasLeft || fetch.isDeleted) {
    const unsent = stored.unsent.length;
    return <CourseDeleted courseId={courseId} title={title} unsent={unsent} book={book} />;
  }
  return fetch.problem === null ? <Loading /> : <Missing problem={fetch.problem} />;
}

function NewCourse({ userId }: { userId: string }) {
  const book = useDraftBook(userId, NEW_COURSE_ID);
  return book === null ? <Loading /> : <OpenNewCourse book={book} />;
}

function OpenNewCourse({ book }: { book: DraftBook }) {
  return <CourseEditor editor={useNewCourse(book)} creation={null} />;
}

function Loading() {
  return (
    <Page>
      <PageTitle documentTitle="Course editor" isHidden>
        Course editor
      </PageTitle>
      <Spinner label="Loading course editor..." />
    </Page>
  );
}

function Leaving({ title }: { title: string }) {
  const action = <ButtonLink to={paths.adminWorkspace}>Back to Workspace</ButtonLink>;
  return (
    <Page>
      <PageTitle documentTitle="Course editor" isHidden>
        Course editor
      </PageTitle>
      <Notice tone="wait" title={`“${title}” is being deleted`} actions={action}>
        You can undo this in the workspace until it is sent.
      </Notice>
    </Page>
  );
}

function Missing({ problem }: { problem: string }) {
  return (
    <Page>
      <PageTitle documentTitle="Course editor" isHidden>
        Course editor
      </PageTitle>
      <LoadFailure
        sentence={messages.courseFailed}
        problem={problem}
        actions={<ButtonLink to={paths.adminWorkspace}>Back to Workspace</ButtonLink>}
      >
        <p>The course is not on this device. It was not loaded yet, or it was deleted.</p>
      </LoadFailure>
    </Page>
  );
}

const Arrival = v.object({ createdBy: v.string(), thumbnailBy: v.optional(v.string()) });

/**
 * The commands that created this course and its thumbnail, passed by the new-course editor that redirected
 * here.
 */
function useCreation(): Creation | null {
  const arrival = v.safeParse(Arrival, useLocation().state);
  return arrival.success ? arrival.output : null;
}

import { type MouseEvent, useLayoutEffect, useState } from 'react';
import { CourseDetail, type ShownCourse } from '#pwa/course-page/course-detail.tsx';
import { PageVisit, PageVisitContext } from '#pwa/ui/layout/page-focus.ts';
import styles from './course-preview.module.css';

/** The page of the course as visitors will see it. Its links lead to pages without the unsaved changes, so nowhere. */
export function PreviewCoursePage({ course }: { course: ShownCourse }) {
  // The editor's page goes on: its visit, and later its title.
  const [visit] = useState(() => new PageVisit(true));
  useLayoutEffect(() => {
    const { title } = document;
    return () => {
      document.title = title;
    };
  }, []);
  return (
    <div className={styles.page} onClickCapture={stopLinks}>
      <PageVisitContext value={visit}>
        <CourseDetail course={course} isMine={false} problem={null} onRetry={() => undefined} />
      </PageVisitContext>
    </div>
  );
}

/** Compares names, because elements in the frame of the phone are of another window's classes. */
function stopLinks(event: MouseEvent): void {
  const isLink = event.nativeEvent
    .composedPath()
    .some((target) => 'localName' in target && target.localName === 'a');
  if (isLink) event.preventDefault();
}

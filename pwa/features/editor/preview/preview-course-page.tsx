import type { MouseEvent } from 'react';
import { CourseDetail } from '#pwa/course-page/course-detail.tsx';
import { useEditor } from '../context/editor-context.tsx';
import { safeImage } from '../kit/safe-address.ts';
import { useLocalUrl, useThumbnailUpload } from '../upload/use-uploads.ts';
import styles from './preview-place.module.css';

/** The page of the course as visitors will see it. Its links lead to pages without the unsaved changes, so nowhere. */
export function PreviewCoursePage() {
  const { course } = useEditor();
  const chosenImage = useLocalUrl(useThumbnailUpload(course.id)?.uploadId ?? null);
  const thumbnail = chosenImage ?? safeImage(course.thumbnail ?? '');
  return (
    <div className={styles.page} onClickCapture={stopLinks}>
      <CourseDetail
        course={{ ...course, thumbnail }}
        isMine={false}
        problem={null}
        onRetry={() => undefined}
      />
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

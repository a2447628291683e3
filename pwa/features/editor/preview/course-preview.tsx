import { useLayoutEffect, useRef, useState } from 'react';
import { ContentsDrawer } from '#pwa/lesson/contents-drawer.tsx';
import { findLessonPlace } from '#pwa/lesson/lesson-place.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { tabId } from '#pwa/ui/controls/tabs.tsx';
import { CloseIcon } from '#pwa/ui/display/icons.tsx';
import { flattenLessons } from '#schema/courses/course.ts';
import styles from './course-preview.module.css';
import type { CoursePreviewProps } from './course-preview-props.ts';
import { PhoneFrame } from './phone-frame.tsx';
import { PreviewContents } from './preview-contents.tsx';
import { PreviewCoursePage } from './preview-course-page.tsx';
import { PreviewLesson } from './preview-lesson.tsx';
import { PreviewSwitches, type Screen, type View } from './preview-switches.tsx';

/** The course as learners and visitors will see it, full-screen, online and offline. */
export function CoursePreview(props: CoursePreviewProps) {
  const { course, onClose } = props;
  const dialog = useFullScreen();
  const lessons = flattenLessons(course);
  const [view, setView] = useState<View>('lessons');
  const [screen, setScreen] = useState<Screen>('desktop');
  const [chosenId, setChosenId] = useState<string | null>(null);
  // A lesson that was deleted in the meantime is replaced by the first one.
  const place = findLessonPlace(course, chosenId) ?? findLessonPlace(course, lessons[0]?.id ?? null);
  const main = useRef<HTMLDivElement>(null);
  const choose = (lessonId: string) => {
    setChosenId(lessonId);
    if (main.current !== null) main.current.scrollTop = 0;
    main.current?.focus();
  };
  const contents = (onChosen?: () => void) => (
    <PreviewContents
      course={course}
      currentId={place?.lesson.id ?? null}
      onChoose={(lessonId) => {
        onChosen?.();
        choose(lessonId);
      }}
    />
  );
  const lesson =
    place === null ? (
      <NoLessons />
    ) : (
      <PreviewLesson {...props} key={place.lesson.id} place={place} onChoose={choose} />
    );
  const shown = view === 'lessons' ? lesson : <PreviewCoursePage course={course} />;
  return (
    <dialog
      ref={dialog}
      className={styles.preview}
      aria-labelledby="preview-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.head}>
        <div className={styles.names}>
          <h2 id="preview-title" className={styles.title} dir="auto">
            {course.title}
          </h2>
          <p className={styles.instructor}>
            Instructor: <bdi>{course.instructor}</bdi>
          </p>
        </div>
        <PreviewSwitches {...{ view, screen }} onView={setView} onScreen={setScreen} panelId={PANEL} />
        {view === 'lessons' && <ContentsDrawer>{contents}</ContentsDrawer>}
        <Button aria-label="Close preview" onClick={onClose}>
          <CloseIcon />
          <span className={styles.closeLabel}>Close preview</span>
        </Button>
      </header>
      <div className={classNames(styles.body, view === 'page' && styles.whole)}>
        {view === 'lessons' && (
          <aside className={styles.sidebar} aria-label="Course content">
            {contents()}
          </aside>
        )}
        {/* Receives the focus when another lesson is chosen, so that reading continues at its beginning. */}
        <div
          ref={main}
          id={PANEL}
          role="tabpanel"
          aria-labelledby={tabId(PANEL, view)}
          className={classNames(styles.main, screen === 'phone' && styles.stage)}
          tabIndex={-1}
        >
          <p className={styles.strip}>
            <strong>PREVIEW MODE</strong> <span>{notes[view]}</span>
          </p>
          {screen === 'phone' ? (
            <PhoneFrame page={view === 'page' ? view : (place?.lesson.id ?? '')} onClose={onClose}>
              {shown}
            </PhoneFrame>
          ) : (
            shown
          )}
        </div>
      </div>
    </dialog>
  );
}

const PANEL = 'preview-panel';

const notes: Readonly<Record<View, string>> = {
  lessons: 'Includes unsaved and unsent changes.',
  page: 'As visitors see it, with unsaved and unsent changes. Links do not open.',
};

function NoLessons() {
  return (
    <div className={styles.empty}>
      <h3>No Lessons Available</h3>
      <p>Add a lesson to a module to preview it here.</p>
    </div>
  );
}

/** Opens the dialog on mount, so that the browser traps the focus in it; restores the focus afterwards. */
function useFullScreen() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return dialog;
}

import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { findLessonPlace } from '#pwa/lesson/lesson-place.ts';
import { ReadingMenu } from '#pwa/lesson/reading/reading-menu.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { tabId } from '#pwa/ui/controls/tabs.tsx';
import { CloseIcon } from '#pwa/ui/display/icons.tsx';
import { useLayer } from '#pwa/ui/overlays/use-layer.ts';
import { flattenLessons } from '#schema/courses/course.ts';
import { useEditor } from '../context/editor-context.tsx';
import { PhoneFrame } from './phone-frame.tsx';
import { PreviewCoursePage } from './preview-course-page.tsx';
import { PreviewLesson } from './preview-lesson.tsx';
import styles from './preview-place.module.css';
import { PreviewSwitches, type Screen, type View } from './preview-switches.tsx';

/**
 * The course as learners and visitors will see it, full-screen, online and offline: their own pages, with everything
 * that is not saved and not sent.
 */
export function PreviewPlace({ onClose }: { onClose: () => void }) {
  const { course } = useEditor();
  const dialog = useFullScreen();
  useLayer(true, onClose);
  const [view, setView] = useState<View>('lessons');
  const [screen, setScreen] = useState<Screen>('desktop');
  const [chosenId, setChosenId] = useState<string | null>(null);
  // A lesson that was deleted in the meantime is replaced by the first one.
  const place =
    findLessonPlace(course, chosenId) ?? findLessonPlace(course, flattenLessons(course)[0]?.id ?? null);
  const panel = useRef<HTMLDivElement>(null);
  const choose = useCallback((lessonId: string) => {
    setChosenId(lessonId);
    if (panel.current !== null) panel.current.scrollTop = 0;
  }, []);
  const isPhone = screen === 'phone';
  const strip = (
    <p className={styles.strip}>
      <strong>PREVIEW MODE</strong> <span>{notes[view]}</span>
    </p>
  );
  // In the lesson, or above what has no place for it.
  const isInLesson = view === 'lessons' && place !== null && !isPhone;
  const lesson =
    place === null ? (
      <NoLessons />
    ) : (
      <PreviewLesson place={place} strip={isInLesson && strip} isPhone={isPhone} onChoose={choose} />
    );
  const shown = view === 'lessons' ? lesson : <PreviewCoursePage />;
  return (
    <dialog
      ref={dialog}
      className={styles.preview}
      aria-labelledby="preview-title"
      onCancel={(event) => {
        // React passes on the event of the list of lessons.
        if (event.target !== event.currentTarget) return;
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
        {view === 'lessons' && <ReadingMenu />}
        <Button aria-label="Close preview" onClick={onClose}>
          <CloseIcon />
          <span className={styles.closeLabel}>Close preview</span>
        </Button>
      </header>
      <div
        ref={panel}
        id={PANEL}
        role="tabpanel"
        aria-labelledby={tabId(PANEL, view)}
        className={classNames(styles.panel, isPhone && styles.stage)}
      >
        {!isInLesson && strip}
        {isPhone ? (
          <PhoneFrame page={view === 'page' ? view : (place?.lesson.id ?? '')} onClose={onClose}>
            {shown}
          </PhoneFrame>
        ) : (
          shown
        )}
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

/**
 * Opens the dialog on mount, so that the browser traps the focus in it. Restores the focus afterwards, and the title of
 * the editor's page, because the pages in the preview set theirs.
 */
function useFullScreen() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    const { title } = document;
    element?.showModal();
    return () => {
      element?.close();
      document.title = title;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return dialog;
}

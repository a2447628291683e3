import { type ReactNode, useState } from 'react';
import { ChevronDownIcon } from '#pwa/ui/display/icons.tsx';
import { FindableText } from '../kit/findable-text.tsx';
import { isLarge } from '../model/first-open.ts';
import styles from './course-preview.module.css';
import type { PreviewedCourse } from './course-preview-props.ts';

interface PreviewContentsProps {
  course: PreviewedCourse;
  currentId: string | null;
  onChoose: (lessonId: string) => void;
}

type PreviewedModule = PreviewedCourse['modules'][number];

/**
 * The modules and lessons; choosing a lesson shows it. In a large course only open modules list their
 * lessons.
 */
export function PreviewContents({ course, currentId, onChoose }: PreviewContentsProps) {
  const canClose = isLarge(course.modules);
  return (
    <div className={styles.contents}>
      <h3 className={styles.contentsTitle}>Course Content</h3>
      {course.modules.map((module, index) => {
        const isCurrent = module.lessons.some(({ id }) => id === currentId);
        const lessons = <Lessons module={module} currentId={currentId} onChoose={onChoose} />;
        const name = `${index + 1} · ${module.title}`;
        return (
          <section key={module.id} className={styles.module}>
            {canClose ? (
              // The key changes with the current lesson, so that a closed module opens when Next Lesson leads
              // into it.
              <ClosableModule key={String(isCurrent)} name={name} isFirstOpen={isCurrent} module={module}>
                {lessons}
              </ClosableModule>
            ) : (
              <>
                <h4 className={styles.moduleTitle} dir="auto">
                  {name}
                </h4>
                {lessons}
              </>
            )}
          </section>
        );
      })}
    </div>
  );
}

interface ClosableModuleProps {
  name: string;
  isFirstOpen: boolean;
  module: PreviewedModule;
  children: ReactNode;
}

function ClosableModule({ name, isFirstOpen, module, children }: ClosableModuleProps) {
  const [isOpen, setIsOpen] = useState(isFirstOpen);
  return (
    <>
      <h4 className={styles.closableTitle}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={isOpen ? undefined : styles.turned}>
            <ChevronDownIcon />
          </span>
          <bdi>{name}</bdi>
        </button>
      </h4>
      {isOpen ? (
        children
      ) : (
        <FindableText
          text={module.lessons.map(({ title }) => title).join(' · ')}
          onFound={() => setIsOpen(true)}
        />
      )}
    </>
  );
}

function Lessons({
  module,
  currentId,
  onChoose,
}: Omit<PreviewContentsProps, 'course'> & { module: PreviewedModule }) {
  return (
    <>
      {module.lessons.length === 0 && <p className={styles.note}>No lessons yet</p>}
      <ol>
        {module.lessons.map((lesson) => (
          <li key={lesson.id}>
            <button
              type="button"
              className={styles.lesson}
              aria-current={lesson.id === currentId ? 'true' : undefined}
              onClick={() => onChoose(lesson.id)}
            >
              <span dir="auto">{lesson.title}</span>
              {lesson.duration > 0 && <span className={styles.minutes}>{lesson.duration} min</span>}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

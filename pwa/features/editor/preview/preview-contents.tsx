import styles from './course-preview.module.css';
import type { PreviewedCourse } from './course-preview.tsx';

interface PreviewContentsProps {
  course: PreviewedCourse;
  currentId: string | null;
  onChoose: (lessonId: string) => void;
}

/** Modules and lessons; choosing one shows it. */
export function PreviewContents({ course, currentId, onChoose }: PreviewContentsProps) {
  return (
    <div className={styles.contents}>
      <h3 className={styles.contentsTitle}>Course Content</h3>
      {course.modules.map((module, index) => (
        <section key={module.id} className={styles.module}>
          <h4 className={styles.moduleTitle}>
            {index + 1} · {module.title}
          </h4>
          {module.lessons.length === 0 && <p className={styles.note}>No lessons yet</p>}
          <ol className={styles.lessons}>
            {module.lessons.map((lesson) => (
              <li key={lesson.id}>
                <button
                  type="button"
                  className={styles.lesson}
                  aria-current={lesson.id === currentId ? 'true' : undefined}
                  onClick={() => onChoose(lesson.id)}
                >
                  <span>{lesson.title}</span>
                  {lesson.duration > 0 && <span className={styles.minutes}>{lesson.duration} min</span>}
                </button>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

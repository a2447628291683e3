import { paths } from '#pwa/paths.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import { ChevronDownIcon, LockIcon, PlayIcon, TextIcon } from '#pwa/ui/display/icons.tsx';
import type { Course } from '#schema/courses/course.ts';
import type { LessonOutline, ModuleOutline } from '#schema/courses/outlines.ts';
import { countOf } from '#schema/messages/count.ts';
import styles from './module-accordion.module.css';

interface ModuleAccordionProps {
  course: Pick<Course, 'id' | 'modules'>;
  isMine: boolean;
}

/** The modules of the course; the first one is open. Lessons are links only for users with access. */
export function ModuleAccordion({ course, isMine }: ModuleAccordionProps) {
  if (course.modules.length === 0) return <p className={styles.none}>This course has no lessons yet.</p>;
  return (
    <section aria-labelledby="modules-title">
      <h2 id="modules-title">Course Content</h2>
      {!isMine && <p className={styles.hint}>Activate the course to open its lessons.</p>}
      <div className={styles.modules}>
        {course.modules.map((module, place) => (
          <details key={module.id} open={place === 0}>
            <summary className={styles.summary}>
              <span className={styles.number}>{place + 1}</span>
              <span className={styles.name} dir="auto">
                {module.title}
              </span>
              <span className={styles.count}>{lessonCount(module)}</span>
              <ChevronDownIcon />
            </summary>
            {module.description && (
              <p className={styles.description} dir="auto">
                {module.description}
              </p>
            )}
            <ol className={styles.lessons}>
              {module.lessons.map((lesson) => (
                <li key={lesson.id}>
                  {isMine ? (
                    <OpenLesson courseId={course.id} lesson={lesson} />
                  ) : (
                    <LockedLesson lesson={lesson} />
                  )}
                </li>
              ))}
            </ol>
          </details>
        ))}
      </div>
    </section>
  );
}

const lessonCount = ({ lessons }: ModuleOutline) => countOf(lessons.length, 'lesson');

function OpenLesson({ courseId, lesson }: { courseId: string; lesson: LessonOutline }) {
  return (
    <Link className={styles.lesson} to={paths.learn(courseId, lesson.id)}>
      {lesson.type === 'video' ? <PlayIcon /> : <TextIcon />}
      <LessonLabel lesson={lesson} />
    </Link>
  );
}

function LockedLesson({ lesson }: { lesson: LessonOutline }) {
  return (
    <div className={styles.lesson}>
      <LockIcon />
      <span className="visually-hidden">Locked: </span>
      <LessonLabel lesson={lesson} />
    </div>
  );
}

function LessonLabel({ lesson }: { lesson: LessonOutline }) {
  return (
    <>
      <span className={styles.name} dir="auto">
        {lesson.title}
      </span>
      {lesson.duration > 0 && <span className={styles.count}>{lesson.duration} min</span>}
    </>
  );
}

import { type ReactNode, useId } from 'react';
import { CourseCover } from '#pwa/course-ui/course-cover.tsx';
import { courseExtent } from '#pwa/course-ui/course-extent.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { Course } from '#schema/courses/course.ts';
import { countOf } from '#schema/messages/count.ts';
import type { CourseName } from '../use-course-name.ts';
import styles from './card-page.module.css';

interface CardFrameProps {
  courseId: string;
  course: CourseName;
  children: ReactNode;
}

/** The course of a card, and the form; the lessons are beside them, on a phone below. */
export function CardFrame({ courseId, course, children }: CardFrameProps) {
  return (
    <div className={styles.page}>
      <Card as="section" className={styles.card}>
        <CardHead courseId={courseId} course={course} />
        <Stack gap={4} className={styles.body}>
          {children}
        </Stack>
      </Card>
      {course.course !== null && <Lessons course={course.course} />}
    </div>
  );
}

function CardHead({ courseId, course: { course, title, thumbnail } }: Omit<CardFrameProps, 'children'>) {
  return (
    <header className={styles.head}>
      <CourseCover className={styles.cover} courseId={courseId} thumbnail={thumbnail} sizes="10rem" isEager />
      <div className={styles.name}>
        <p className={styles.quiet}>Unlock a course</p>
        <PageTitle className={styles.title} documentTitle={`Unlock ${title ?? 'a course'}`}>
          {title ?? 'Your course'}
        </PageTitle>
        {/* As high before the course is known, so that the form does not move. */}
        <p className={styles.quiet}>
          {course === null ? (
            '\u00a0'
          ) : (
            <>
              <bdi>{course.instructor}</bdi> · {courseExtent(course)}
            </>
          )}
        </p>
      </div>
    </header>
  );
}

/** What the code unlocks; the lessons of the first module are shown, the others on request. */
function Lessons({ course: { modules } }: { course: Course }) {
  const titleId = useId();
  if (modules.length === 0) return null;
  return (
    <section className={styles.lessons} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.lessonsTitle}>
        What it unlocks
      </h2>
      {modules.map((module, at) => (
        <details key={module.id} open={at === 0} className={styles.module}>
          <summary className={styles.summary}>
            <bdi>{module.title}</bdi>
            <span className={styles.quiet}>{countOf(module.lessons.length, 'lesson')}</span>
          </summary>
          <ol className={styles.list}>
            {module.lessons.map((lesson) => (
              <li key={lesson.id} dir="auto">
                {lesson.title}
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}

import { useRef } from 'react';
import type { OnDevice } from '#pwa/downloads/readiness/offline-readiness.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { CheckAgain } from './check-again.tsx';
import { CourseStorage } from './course-storage.tsx';
import type { StoredCourse } from './read-storage.ts';
import { RemovalDialog } from './removal-dialog.tsx';
import { mediaBytes, suggestCourse } from './storage-model.ts';
import styles from './storage-page.module.css';
import { type Removals, useRemovals } from './use-removals.ts';

interface StoredCoursesProps {
  courses: readonly StoredCourse[];
  onDevice: OnDevice;
}

/** The downloaded courses, each with size, offline readiness, and buttons to remove files. */
export function StoredCourses({ courses, onDevice }: StoredCoursesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const removals = useRemovals(() => heading.current?.focus());
  return (
    <Stack as="section" gap={4} aria-labelledby="courses-title">
      <h2 id="courses-title" ref={heading} tabIndex={-1} className={styles.title}>
        Courses on this device
      </h2>
      {courses.length === 0 && <p className={styles.quiet}>No downloaded courses.</p>}
      <p className={styles.quiet} role="status">
        {removals.message}
      </p>
      <Suggestion courses={courses} removals={removals} />
      {courses.map((stored) => (
        <CourseStorage key={stored.course.id} stored={stored} onDevice={onDevice} removals={removals} />
      ))}
      {courses.length > 0 && <CheckAgain />}
      <RemovalDialog removals={removals} />
    </Stack>
  );
}

function Suggestion({ courses, removals }: { courses: readonly StoredCourse[]; removals: Removals }) {
  const suggested = suggestCourse(courses);
  if (suggested === null) return null;
  const { course, isFinished } = suggested;
  const bytes = mediaBytes(suggested);
  return (
    <div className={styles.suggestion}>
      <p>
        {isFinished
          ? `You have finished “${course.title}”.`
          : `“${course.title}” is your least recently used course.`}{' '}
        Its videos and files use {describeBytes(bytes)}; the text stays downloaded.
      </p>
      <Button size="sm" onClick={() => removals.request({ course, kind: null, name: 'All files', bytes })}>
        Free up {describeBytes(bytes)}
      </Button>
    </div>
  );
}

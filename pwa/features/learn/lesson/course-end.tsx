import { paths } from '#pwa/paths.ts';
import type { OfflineCourse } from '#pwa/store/database/rows.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';

interface CourseEndProps {
  course: OfflineCourse;
  lessonId: string;
  completedIds: ReadonlySet<string>;
}

/** Shown after the last lesson: the course is completed, or the lessons that are still open. */
export function CourseEnd({ course, lessonId, completedIds }: CourseEndProps) {
  const lessons = course.modules.flatMap((module) => module.lessons);
  const open = lessons.filter((lesson) => !completedIds.has(lesson.id));
  if (open.length === 0) {
    return (
      <Notice
        tone="ok"
        title={`You have finished ${course.title}`}
        actions={<ButtonLink to={paths.dashboard}>Go to dashboard</ButtonLink>}
      >
        All {lessons.length} lessons are completed. You can open them again at any time.
      </Notice>
    );
  }
  const before = open.filter((lesson) => lesson.id !== lessonId);
  const first = before[0];
  if (first === undefined)
    return <Notice>This is the last lesson. Mark it complete to finish the course.</Notice>;
  const link = (
    <ButtonLink to={paths.learn(course.id, first.id)} size="sm">
      Go to “<bdi>{first.title}</bdi>”
    </ButtonLink>
  );
  return (
    <Notice title="This is the last lesson" actions={link}>
      {before.length === 1
        ? '1 earlier lesson is not completed.'
        : `${before.length} earlier lessons are not completed.`}
    </Notice>
  );
}

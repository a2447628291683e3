import { useCallback, useEffect, useMemo, useRef } from 'react';
import { whenIdle } from '#pwa/device/when-idle.ts';
import type { OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import type { OfflineCourse } from '#pwa/store/database/rows.ts';
import { type LinkClick, useLinkClick } from '#pwa/ui/controls/use-link-click.ts';
import { ContentsHead } from './contents-head.tsx';
import styles from './course-contents.module.css';
import { ModuleLessons } from './module-lessons.tsx';

interface CourseContentsProps {
  userId: string;
  course: OfflineCourse;
  currentId: string;
  completedIds: ReadonlySet<string>;
  /** Its offline readiness; null while it is read. */
  readiness: OfflineReadiness | null;
  /** Called when a lesson was chosen; on a phone, this closes the drawer. */
  onChoose?: (() => void) | undefined;
}

/**
 * The modules and lessons of the course, with progress and offline readiness. From one lesson to the next,
 * only the two links that change are rendered again.
 */
export function CourseContents(props: CourseContentsProps) {
  const { course, currentId, completedIds, readiness, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  const awayIds = useMemo(() => new Set(readiness?.away.map(({ lessonId }) => lessonId)), [readiness]);
  const follow = useLinkClick();
  const open = useCallback<LinkClick>(
    (event) => {
      onChoose?.();
      follow(event);
    },
    [onChoose, follow],
  );
  useCurrentInSight(list, currentId);
  return (
    <div className={styles.contents} ref={list}>
      <ContentsHead
        userId={props.userId}
        course={course}
        completedIds={completedIds}
        readiness={readiness}
        onChoose={onChoose}
      />
      {course.modules.map((module, index) => (
        <ModuleLessons
          key={module.id}
          module={module}
          number={index + 1}
          courseId={course.id}
          currentId={module.lessons.some(({ id }) => id === currentId) ? currentId : null}
          completedIds={completedIds}
          awayIds={awayIds}
          onOpen={open}
        />
      ))}
    </div>
  );
}

/**
 * Scrolls the list (never the page) to the current lesson of a long course. Measures when the page is idle:
 * before, it would force the layout of the new lesson ahead of its frame.
 */
function useCurrentInSight(list: { readonly current: HTMLElement | null }, currentId: string): void {
  useEffect(
    () =>
      whenIdle(() => {
        const current = list.current?.querySelector<HTMLElement>(
          `a[aria-current][href$="=${CSS.escape(currentId)}"]`,
        );
        if (list.current?.parentElement && current) scrollIntoSight(list.current.parentElement, current);
      }),
    [list, currentId],
  );
}

function scrollIntoSight(scroller: HTMLElement, element: HTMLElement): void {
  const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const isInSight = top >= 0 && top + element.offsetHeight <= scroller.clientHeight;
  if (!isInSight) scroller.scrollTop += top - scroller.clientHeight / 3;
}

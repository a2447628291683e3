import { createContext, type MouseEvent, type ReactNode, useCallback, useContext } from 'react';
import { paths } from '#pwa/paths.ts';
import { useLinkClick } from '#pwa/ui/controls/use-link-click.ts';

/** Shows a lesson of the preview, whose lessons have no address; null where ways to lessons are links. */
export const ChooseLessonContext = createContext<((lessonId: string) => void) | null>(null);

/** @param click null if the way is no link */
export type OpenLesson = (lessonId: string, click: MouseEvent<HTMLAnchorElement> | null) => void;

/** Opens lessons. Never changes with the page, so the ways of a long list are not rendered again by each step. */
export function useOpenLesson(onChoose?: () => void): OpenLesson {
  const choose = useContext(ChooseLessonContext);
  const follow = useLinkClick();
  return useCallback(
    (lessonId, click) => {
      onChoose?.();
      if (click === null) choose?.(lessonId);
      else follow(click);
    },
    [choose, follow, onChoose],
  );
}

interface LessonWayProps {
  courseId: string;
  lessonId: string;
  className: string | undefined;
  isCurrent?: boolean;
  title?: string;
  /** The key that follows the link. */
  shortcut?: string;
  onOpen: OpenLesson;
  children: ReactNode;
}

/** A way to a lesson: a link of the learner, a button of the preview. */
export function LessonWay({ courseId, lessonId, isCurrent, shortcut, onOpen, ...rest }: LessonWayProps) {
  const isLink = useContext(ChooseLessonContext) === null;
  const current = isCurrent === true ? 'page' : undefined;
  if (!isLink)
    return <button {...rest} type="button" aria-current={current} onClick={() => onOpen(lessonId, null)} />;
  return (
    <a
      {...rest}
      href={paths.learn(courseId, lessonId)}
      aria-current={current}
      aria-keyshortcuts={shortcut}
      onClick={(event) => onOpen(lessonId, event)}
    />
  );
}

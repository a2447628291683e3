import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { afterPaint } from '#pwa/device/after-paint.ts';
import { site } from '#pwa/device/site.ts';
import { documentTitleOf } from '#schema/site/site.ts';
import { useObservable } from '../use-observable.ts';
import { PageVisitContext } from './page-focus.ts';

interface PageTitleProps {
  /** The document title, if it differs from the heading. */
  documentTitle?: string;
  className?: string | undefined;
  onDoubleClick?: () => void;
  /** The heading is visible only to screen readers. */
  isHidden?: boolean;
  children: ReactNode;
}

/**
 * The page's h1. Sets the document title and takes the focus after a navigation, so that screen readers
 * announce it.
 */
export function PageTitle({ documentTitle, className, onDoubleClick, isHidden, children }: PageTitleProps) {
  const school = useObservable(site);
  const heading = useRef<HTMLHeadingElement>(null);
  const visit = useContext(PageVisitContext);
  useEffect(() => {
    const name = documentTitle ?? heading.current?.textContent ?? '';
    document.title = documentTitleOf(name, school);
  });
  useEffect(() => {
    if (!visit.claim()) return undefined;
    const pressed = visit.isInPlace ? document.activeElement : null;
    const focus = () => {
      const active = document.activeElement;
      // A user who is already typing in the new page keeps the caret.
      if (active === pressed || !active?.closest('main')) heading.current?.focus({ preventScroll: true });
    };
    // Moving the focus computes the layout of the whole page: the frame of a long text does it anyway.
    if (visit.isInPlace) return afterPaint(focus);
    focus();
    return undefined;
  }, [visit]);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      dir="auto"
      className={isHidden ? 'visually-hidden' : className}
      onDoubleClick={onDoubleClick}
    >
      {children}
    </h1>
  );
}

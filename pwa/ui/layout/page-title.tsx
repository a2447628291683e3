import { type ReactNode, useContext, useEffect, useRef } from 'react';
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
  const heading = useRef<HTMLHeadingElement>(null);
  const visit = useContext(PageVisitContext);
  useEffect(() => {
    const name = documentTitle ?? heading.current?.textContent ?? '';
    document.title = name === '' ? 'Carrel' : `${name} · Carrel`;
  });
  useEffect(() => {
    if (!visit.claim()) return;
    // A user who is already typing in the new page keeps the caret.
    const isInPage = document.activeElement?.closest('main');
    if (!isInPage) heading.current?.focus({ preventScroll: true });
  }, [visit]);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={isHidden ? 'visually-hidden' : className}
      onDoubleClick={onDoubleClick}
    >
      {children}
    </h1>
  );
}

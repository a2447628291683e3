import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { ArrowBackIcon, ArrowForwardIcon } from '../display/icons.tsx';
import styles from './pager.module.css';

export interface PagerProps {
  /** Zero-based. */
  page: number;
  pages: number;
  onTurn: (page: number) => void;
  /** Shown in the place of the page's number. */
  children?: ((turn: (to: number) => void) => ReactNode) | undefined;
}

/** Pagination of a list; renders nothing for a single page. For lists of hundreds of pages, see `LongPager`. */
export function Pager({ page, pages, onTurn, children }: PagerProps) {
  if (pages === 1) return null;
  const turn = (to: number) => {
    onTurn(to);
    window.scrollTo({ top: 0 });
  };
  return (
    <nav className={styles.pager} aria-label="Pages of the list">
      <Button disabled={page === 0} onClick={() => turn(page - 1)}>
        <ArrowBackIcon />
        Previous
      </Button>
      {children?.(turn) ?? (
        <span>
          Page {page + 1} of {pages}
        </span>
      )}
      <Button disabled={page === pages - 1} onClick={() => turn(page + 1)}>
        Next
        <ArrowForwardIcon />
      </Button>
    </nav>
  );
}

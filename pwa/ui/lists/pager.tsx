import { Button } from '../controls/button.tsx';
import { ArrowBackIcon, ArrowForwardIcon } from '../display/icons.tsx';
import { PageField } from './page-field.tsx';
import styles from './pager.module.css';

interface PagerProps {
  /** Zero-based. */
  page: number;
  pages: number;
  onTurn: (page: number) => void;
}

/** More pages are not turned one by one. */
const PAGES_TURNED_MAX = 20;

/** Pagination of a long list; renders nothing for a single page. */
export function Pager({ page, pages, onTurn }: PagerProps) {
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
      {pages > PAGES_TURNED_MAX ? (
        <PageField page={page} pages={pages} onTurn={turn} />
      ) : (
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

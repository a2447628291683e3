import { Button } from '../../ui/controls/button.tsx';
import styles from './library-page.module.css';

interface LibraryEmptyProps {
  isFiltered: boolean;
  onClear: () => void;
  onRefresh: () => void;
}

/** The empty state: no match for the filter, or no resources at all. */
export function LibraryEmpty({ isFiltered, onClear, onRefresh }: LibraryEmptyProps) {
  return isFiltered ? (
    <div className={styles.empty}>
      <h2>No resources match</h2>
      <p>Try fewer or other words, or look in all categories.</p>
      <Button onClick={onClear}>Clear search and category</Button>
    </div>
  ) : (
    <div className={styles.empty}>
      <h2>No resources available</h2>
      <p>The shelves are being filled. Come back soon, or look again now.</p>
      <Button onClick={onRefresh}>Look again</Button>
    </div>
  );
}

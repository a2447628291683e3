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
      <p>Try a different search or select all categories.</p>
      <Button onClick={onClear}>Clear search and category</Button>
    </div>
  ) : (
    <div className={styles.empty}>
      <h2>No resources available</h2>
      <p>No courses are published yet. Check back later.</p>
      <Button onClick={onRefresh}>Refresh</Button>
    </div>
  );
}

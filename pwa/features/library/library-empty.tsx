import { Button } from '#pwa/ui/controls/button.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';

interface LibraryEmptyProps {
  isFiltered: boolean;
  onClear: () => void;
  onRefresh: () => void;
}

/** The empty state: no match for the filter, or no resources at all. */
export function LibraryEmpty({ isFiltered, onClear, onRefresh }: LibraryEmptyProps) {
  return isFiltered ? (
    <EmptyState>
      <h2>No resources match</h2>
      <p>Try a different search or select all categories.</p>
      <Button onClick={onClear}>Clear search and category</Button>
    </EmptyState>
  ) : (
    <EmptyState>
      <h2>No resources available</h2>
      <p>No courses are published yet. Check back later.</p>
      <Button onClick={onRefresh}>Refresh</Button>
    </EmptyState>
  );
}

import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import table from '#pwa/ui/lists/list-table.module.css';
import styles from './user-list.module.css';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Placeholders for the filters and the rows, in their final size. */
export function UserListSkeleton() {
  return (
    <Stack gap={4}>
      <Skeleton width="30rem" height="3rem" />
      <Skeleton width="6rem" height="1.4rem" />
      <UserRowsSkeleton />
    </Stack>
  );
}

/** Placeholders for the rows. */
export function UserRowsSkeleton() {
  return (
    <Card className={table.sheet}>
      {ROWS.map((row) => (
        <div key={row} className={styles.waitingRow}>
          <Skeleton width="2.5rem" height="2.5rem" className={styles.waitingImage} />
          <div className={styles.waitingNames}>
            <Skeleton width="9rem" height="1.1rem" />
            <Skeleton width="14rem" height="0.8rem" />
          </div>
          <Skeleton width="6.5rem" height="2.75rem" />
        </div>
      ))}
    </Card>
  );
}

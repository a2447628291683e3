import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import styles from './dashboard-page.module.css';

/** Placeholder in the final size; reading the device takes a few milliseconds. */
export function DashboardSkeleton({ welcome }: { welcome: ReactNode }) {
  return (
    <>
      {welcome}
      <div className={styles.waiting} aria-busy="true">
        <Skeleton height="14rem" />
        <Skeleton height="20rem" />
      </div>
    </>
  );
}

import type { ReactNode } from 'react';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';

/** Placeholder in the final size; reading the device takes a few milliseconds. */
export function DashboardSkeleton({ welcome }: { welcome: ReactNode }) {
  return (
    <>
      {welcome}
      <Stack gap={6} aria-busy="true">
        <Skeleton height="14rem" />
        <Skeleton height="20rem" />
      </Stack>
    </>
  );
}

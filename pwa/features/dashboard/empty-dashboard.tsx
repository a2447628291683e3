import { paths } from '#pwa/paths.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { LampIcon } from '#pwa/ui/display/icons.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';

/** The dashboard without courses. */
export function EmptyDashboard() {
  return (
    <EmptyState as="section" aria-labelledby="empty-desk">
      <LampIcon size={3.5} isLit={false} />
      <h2 id="empty-desk">No courses yet</h2>
      <p>
        Unlock your first course with the code from your purchase. It then appears here and works offline.
      </p>
      <Cluster>
        <ButtonLink to={paths.enterCode} variant="primary">
          I have a code
        </ButtonLink>
        <ButtonLink to={paths.courses}>Browse courses</ButtonLink>
      </Cluster>
    </EmptyState>
  );
}

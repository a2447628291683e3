import { Button } from '#pwa/ui/controls/button.tsx';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';

interface PackProgressProps {
  /** The present step, such as `Saving files`. */
  label: string;
  /** 0 to 1. */
  share: number;
  onCancel: () => void;
}

/** The progress of a pack, with a way to stop it. */
export function PackProgress({ label, share, onCancel }: PackProgressProps) {
  return (
    <Stack gap={2}>
      <p role="status">{label}… Keep this page open.</p>
      <ProgressBar value={100 * share} label={label} />
      <Cluster>
        <Button autoFocus onClick={onCancel}>
          Cancel
        </Button>
      </Cluster>
    </Stack>
  );
}

import { Button } from '#pwa/ui/controls/button.tsx';
import { CopyTextButton } from '#pwa/ui/controls/copy-text-button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { countOf } from '#schema/messages/count.ts';
import { linkOf } from '../sheets/printed-batch.ts';

interface SelectedCodesProps {
  courseId: string;
  codes: readonly string[];
  onClear: () => void;
}

/** Copies the selected codes, or their links, one on a line. */
export function SelectedCodes({ courseId, codes, onClear }: SelectedCodesProps) {
  return (
    <Cluster>
      <span role="status">{countOf(codes.length, 'code')} selected</span>
      <CopyTextButton label="Copy codes" text={() => codes.join('\n')} />
      <CopyTextButton
        label="Copy links"
        text={() => codes.map((code) => linkOf(courseId, code)).join('\n')}
      />
      <Button variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </Cluster>
  );
}

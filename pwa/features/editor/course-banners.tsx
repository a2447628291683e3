import { lowCodesMessage } from '#schema/messages.ts';
import { Notice } from '../../ui/notice.tsx';
import { useDesk } from './editor-context.tsx';
import { listOrphans, lowCodes } from './editor-model.ts';
import { RefusedEdits } from './refused-edits.tsx';

/** What has to be known of the course before one goes on: codes run low, an edit needs a decision, something is gone. */
export function CourseBanners() {
  const { editor } = useDesk();
  const { course, seen, drafts } = editor;
  const remaining = lowCodes(course);
  const orphans = listOrphans(seen, drafts.drafts);
  return (
    <>
      <RefusedEdits />
      {orphans.length > 0 && (
        <Notice tone="bad" title="Deleted by somebody else while you were editing">
          <p>
            {orphans.map((title) => `“${title}”`).join(', ')}. What you typed is kept; when you save, you are
            asked what should happen to it.
          </p>
        </Notice>
      )}
      {remaining !== null && <Notice tone="wait" title={lowCodesMessage(remaining)} />}
    </>
  );
}

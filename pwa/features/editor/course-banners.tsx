import { useMemo } from 'react';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { lowCodesMessage } from '#schema/messages/admin-messages.ts';
import { useEditor } from './context/editor-context.tsx';
import { listOrphans, listRecordIds, lowCodes } from './model/editor-model.ts';
import { RefusedEdits } from './refused-edits.tsx';

/** Notices above the form: few codes are left, an edit needs a decision, a record was deleted. */
export function CourseBanners() {
  const { course, seen, drafts } = useEditor();
  const remaining = lowCodes(course);
  const known = useMemo(() => listRecordIds(seen), [seen]);
  const orphans = listOrphans(known, drafts.drafts);
  return (
    <>
      <RefusedEdits />
      {orphans.length > 0 && (
        <Notice tone="bad" title="Deleted by someone else while you were editing">
          <p>
            {orphans.map((title) => `“${title}”`).join(', ')}. Your edits are saved on this device. When you
            save the course, you can restore or discard them.
          </p>
        </Notice>
      )}
      {remaining !== null && <Notice tone="wait" title={lowCodesMessage(remaining)} />}
    </>
  );
}

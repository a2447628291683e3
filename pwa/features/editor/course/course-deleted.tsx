import { paths } from '#pwa/paths.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { useObservable } from '#pwa/ui/use-observable.ts';
import type { DraftBook } from '../draft/draft-book.ts';
import { DraftNotSaved } from '../draft/draft-not-saved.tsx';
import { useBookState } from '../draft/use-draft-book.ts';
import { useThumbnailUpload } from '../upload/use-uploads.ts';

interface CourseDeletedProps {
  courseId: string;
  /** The last known title; null if this page never loaded the course. */
  title: string | null;
  /** The number of unsent edits of the course. */
  unsent: number;
  book: DraftBook;
}

/**
 * Replaces the editor if the course was deleted on the server: says what happens to unsaved and unsent edits,
 * and links to them.
 */
export function CourseDeleted({ courseId, title, unsent, book }: CourseDeletedProps) {
  const { isDirty } = useBookState(book);
  const isImageHeld = useThumbnailUpload(courseId)?.state === 'held';
  const isUnsaved = isDirty || isImageHeld;
  const isFailing = useObservable(book.saveState).kind === 'failed';
  const isAnythingLeft = isUnsaved || unsent > 0;
  const actions = (
    <>
      {isAnythingLeft && <ButtonLink to={paths.syncCentre}>Open sync centre</ButtonLink>}
      <ButtonLink to={paths.adminWorkspace} variant={isAnythingLeft ? 'line' : 'primary'}>
        Back to Workspace
      </ButtonLink>
    </>
  );
  return (
    <Page>
      <PageTitle documentTitle="Course editor" isHidden>
        Course editor
      </PageTitle>
      <Notice
        tone="bad"
        title={title === null ? 'This course was deleted' : `“${title}” was deleted`}
        actions={actions}
      >
        <p>The course is no longer on the server. Edits can no longer be saved to it.</p>
        {unsent > 0 && <p>{describeUnsent(unsent)}</p>}
        {isUnsaved && !isFailing && (
          <p>Your draft is saved on this device. Find it in the sync centre under “Drafts”.</p>
        )}
        {!isAnythingLeft && <p>No unsent edits were waiting.</p>}
      </Notice>
      <DraftNotSaved book={book} />
    </Page>
  );
}

function describeUnsent(unsent: number): string {
  const edits = unsent === 1 ? '1 edit is' : `${unsent} edits are`;
  return `${edits} not sent. Nothing is lost: find unsent edits in the sync centre.`;
}

import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/controls/button-link.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { PageTitle } from '../../../ui/layout/page-title.tsx';
import { useObservable } from '../../../ui/use-observable.ts';
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
      {isAnythingLeft && <ButtonLink to={paths.syncCentre}>Open the sync centre</ButtonLink>}
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
        <p>It is no longer on the server, so nothing more can be saved into it.</p>
        {unsent > 0 && <p>{describeUnsent(unsent)}</p>}
        {isUnsaved && !isFailing && (
          <p>
            What you had not saved is kept on this device. It stands in the sync centre under “Not yet saved”.
          </p>
        )}
        {!isAnythingLeft && <p>Nothing that you did in it was waiting here.</p>}
      </Notice>
      <DraftNotSaved book={book} />
    </Page>
  );
}

function describeUnsent(unsent: number): string {
  const edits = unsent === 1 ? 'One edit of it has' : `${unsent} edits of it have`;
  return `${edits} not arrived. Nothing of that is lost: it stays in the sync centre until you decide.`;
}

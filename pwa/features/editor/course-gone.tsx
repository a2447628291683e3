import { useSyncExternalStore } from 'react';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import type { DraftBook } from './draft-book.ts';
import { NotKept } from './not-kept.tsx';
import { useThumbnailUpload } from './upload/use-uploads.ts';
import { useBookState } from './use-draft-book.ts';

interface CourseGoneProps {
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
export function CourseGone({ courseId, title, unsent, book }: CourseGoneProps) {
  const { isDirty } = useBookState(book);
  const isPictureHeld = useThumbnailUpload(courseId)?.state === 'held';
  const isUnsaved = isDirty || isPictureHeld;
  const isFailing = useSyncExternalStore(book.subscribe, book.getKeeping).kind === 'failed';
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
        {unsent > 0 && <p>{unsentWords(unsent)}</p>}
        {isUnsaved && !isFailing && (
          <p>
            What you had not saved is kept on this device. It stands in the sync centre under “Not yet saved”.
          </p>
        )}
        {!isAnythingLeft && <p>Nothing that you did in it was waiting here.</p>}
      </Notice>
      <NotKept book={book} />
    </Page>
  );
}

function unsentWords(unsent: number): string {
  const edits = unsent === 1 ? 'One edit of it has' : `${unsent} edits of it have`;
  return `${edits} not arrived. Nothing of that is lost: it stays in the sync centre until you decide.`;
}

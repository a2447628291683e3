import { Chip } from '#pwa/ui/display/chip.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { useObservablePart } from '#pwa/ui/use-observable.ts';
import { useEditor } from '../context/editor-context.tsx';
import { describePublished, describeSaved, whyNotPublishable } from '../model/course-state.ts';
import { useThumbnailUpload, useUnsentFiles } from '../upload/use-uploads.ts';
import styles from './course-state.module.css';
import { ShareCourse } from './share-course.tsx';

/** Where the course is and whether it is published, in a few words below its title. */
export function CourseState() {
  const { course, seen, isNew, drafts, book, unsent, commands } = useEditor();
  const isDraftLost = useObservablePart(book.saveState, ({ kind }) => kind === 'failed');
  const isImageHeld = useThumbnailUpload(course.id)?.state === 'held';
  const files = useUnsentFiles(course.id);
  const refused = unsent.filter(({ state }) => state === 'refused').length;
  const saved = describeSaved({
    isDraft: drafts.isDirty || isImageHeld,
    isNew,
    isDraftLost,
    waiting: unsent.length - refused + files,
    refused,
  });
  const published = describePublished(seen, commands);
  const canBePublished = seen.status !== 'published' && seen.isTemplate === 0;
  const missing = canBePublished ? whyNotPublishable(course) : null;
  return (
    <Cluster className={styles.state}>
      <Chip tone={saved.tone}>{saved.text}</Chip>
      {!isNew && <Chip tone={published.tone}>{published.text}</Chip>}
      {!isNew && <ShareCourse />}
      {missing !== null && <p className={styles.missing}>To publish: {lowered(missing)}</p>}
    </Cluster>
  );
}

const lowered = (sentence: string): string => sentence.slice(0, 1).toLowerCase() + sentence.slice(1);

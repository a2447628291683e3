import { useState } from 'react';
import { CourseCover } from '#pwa/course-ui/course-cover.tsx';
import { Button } from '#pwa/ui/controls/button.tsx';
import { FileButton } from '#pwa/ui/controls/file-button.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { UploadProgress } from '#pwa/upload/upload-progress.tsx';
import { useEditor } from '../context/editor-context.tsx';
import { useCourseEdit } from '../context/use-edits.ts';
import { safeImage } from '../kit/safe-address.ts';
import { useThumbnailFile } from '../upload/use-thumbnail-file.ts';
import styles from './thumbnail-field.module.css';

/**
 * The course's thumbnail: a URL, or a file that is held as a preview until the course is saved (spec map,
 * section 4).
 */
export function ThumbnailField() {
  const { course, seen } = useEditor();
  const edit = useCourseEdit();
  const thumbnail = course.thumbnail ?? '';
  const isOwn = thumbnail.startsWith('/media/');
  const file = useThumbnailFile(course.id);
  const isCurrent = course.thumbnail === seen.thumbnail && file.upload?.state !== 'held';
  return (
    <div className={styles.field}>
      <TextField
        label="Thumbnail URL"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint={isOwn ? 'Current: uploaded image. A URL entered here replaces it.' : undefined}
        value={isOwn ? '' : thumbnail}
        onChange={({ target }) => edit({ thumbnail: target.value === '' ? null : target.value })}
      />
      <figure className={styles.figure}>
        {file.url === null ? (
          <ThumbnailImage key={thumbnail} courseId={course.id} thumbnail={thumbnail} />
        ) : (
          <img className={styles.image} src={file.url} alt="" width={320} height={180} />
        )}
        {file.upload !== null && <UploadProgress upload={file.upload} />}
        {file.problem !== null && <p role="alert">{file.problem}</p>}
        <figcaption className={styles.caption}>
          <span>{isCurrent ? describeCurrent(thumbnail) : 'Preview (not saved)'}</span>
          <FileButton
            label="Upload an image"
            fieldLabel="Thumbnail file"
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            isBusy={file.isReading}
            onFile={file.choose}
          />
          {thumbnail !== '' && file.upload === null && (
            <Button variant="danger" onClick={() => edit({ thumbnail: null })}>
              Remove<span className="visually-hidden"> the thumbnail</span>
            </Button>
          )}
        </figcaption>
      </figure>
    </div>
  );
}

/** Without an image, the cover above is a generated pattern. */
function describeCurrent(thumbnail: string): string {
  return thumbnail === '' ? 'No thumbnail yet. Learners see this pattern.' : 'Current thumbnail';
}

function ThumbnailImage({ courseId, thumbnail }: { courseId: string; thumbnail: string }) {
  const [isBroken, setIsBroken] = useState(false);
  const [tries, setTries] = useState(0);
  const source = safeImage(thumbnail);
  if (source === null) return <CourseCover courseId={courseId} thumbnail={null} className={styles.image} />;
  const retry = () => {
    setIsBroken(false);
    setTries(tries + 1);
  };
  if (isBroken)
    return (
      <div className={styles.broken} role="status">
        <p>Unable to load image</p>
        <Button onClick={retry}>Retry</Button>
      </div>
    );
  return (
    <img
      key={tries}
      className={styles.image}
      src={source}
      alt=""
      width={320}
      height={180}
      onError={() => setIsBroken(true)}
    />
  );
}

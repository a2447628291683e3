import { useEffect, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './course-cover.module.css';
import { CoverPattern } from './cover-pattern.tsx';

interface CourseCoverProps {
  courseId: string;
  /** The URL of an image, or null for the generated cover. */
  thumbnail: string | null;
  /** The displayed width, as in `<img sizes>`. */
  sizes?: string;
  /** Loads the image eagerly, because it is at the top of the page. */
  isEager?: boolean;
  className?: string | undefined;
}

const WIDE_SUFFIX = '-1280.webp';
const NARROW_SUFFIX = '-640.webp';

/** Our own thumbnails exist in two widths; other images have only one URL. */
function sourceSet(thumbnail: string): string | undefined {
  if (!thumbnail.endsWith(WIDE_SUFFIX)) return undefined;
  const narrow = thumbnail.slice(0, -WIDE_SUFFIX.length) + NARROW_SUFFIX;
  return `${narrow} 640w, ${thumbnail} 1280w`;
}

/** A course's image, 16:9. If there is none or it does not load, a pattern generated from the course id. */
export function CourseCover({ courseId, thumbnail, sizes = '100vw', isEager, className }: CourseCoverProps) {
  const [brokenThumbnail, setBrokenThumbnail] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  // On a page from the server it may have failed before this component could receive the event.
  useEffect(() => {
    const { current } = image;
    if (current?.complete === true && current.naturalWidth === 0)
      current.decode().catch(() => setBrokenThumbnail(thumbnail));
  }, [thumbnail]);
  const isDrawn = thumbnail === null || thumbnail === '' || thumbnail === brokenThumbnail;
  return (
    <div className={classNames(styles.cover, className)}>
      {isDrawn ? (
        <CoverPattern courseId={courseId} />
      ) : (
        <img
          ref={image}
          src={thumbnail}
          srcSet={sourceSet(thumbnail)}
          sizes={sizes}
          width={1280}
          height={720}
          alt=""
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={isEager ? 'high' : 'auto'}
          decoding="async"
          onError={() => setBrokenThumbnail(thumbnail)}
        />
      )}
    </div>
  );
}

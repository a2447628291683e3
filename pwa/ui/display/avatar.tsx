import { useState } from 'react';
import { initials } from '#schema/account/user.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  name: string;
  src: string | null;
  /** Edge length in rem. */
  size?: number;
}

/**
 * A user's image, or their initials if there is none or it does not load. Always next to the name, so hidden
 * from screen readers.
 */
export function Avatar({ name, src, size = 2.25 }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const edges = { inlineSize: `${size}rem`, blockSize: `${size}rem`, fontSize: `${size * 0.36}rem` };
  if (src !== null && src !== brokenSrc)
    return <img className={styles.avatar} src={src} alt="" style={edges} onError={() => setBrokenSrc(src)} />;
  return (
    <span className={styles.avatar} style={edges} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

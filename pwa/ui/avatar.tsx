import { useState } from 'react';
import { initials } from '#schema/user.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  name: string;
  src: string | null;
  /** Edge in rem. */
  size?: number;
}

/** A person's picture, or their initials where there is none or it does not load. Always beside the name, so silent. */
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

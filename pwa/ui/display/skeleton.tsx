import { classNames } from '../class-names.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths of the expected content, so that nothing moves when it is loaded. */
  width?: string;
  height?: string;
  className?: string | undefined;
}

export function Skeleton({ width = '100%', height = '1em', className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.skeleton, className)}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}

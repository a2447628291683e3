import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './page.module.css';
import { Stack } from './stack.tsx';

type PageProps = Omit<ComponentProps<typeof Stack>, 'as'> & {
  /** `form` for one column of fields, `text` for one column of text. */
  width?: 'full' | 'text' | 'form';
};

/** The page's column between the bar and the footer, with its margins. With a gap, its children are stacked. */
export function Page({ width = 'full', className, ...rest }: PageProps) {
  const name = classNames(styles.page, styles[width], className);
  return rest.gap ? <Stack {...rest} className={name} /> : <div {...rest} className={name} />;
}

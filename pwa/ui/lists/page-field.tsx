import { type FormEvent, useState } from 'react';
import { formatCount } from '#schema/messages/count.ts';
import { Cluster } from '../layout/cluster.tsx';
import styles from './pager.module.css';

interface PageFieldProps {
  /** Zero-based. */
  page: number;
  pages: number;
  onTurn: (page: number) => void;
}

/** The number of the page, to change it: among hundreds of pages, two buttons lead nowhere. */
export function PageField({ page, pages, onTurn }: PageFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const turn = () => {
    const wanted = Math.min(Number(typed), pages);
    setTyped(null);
    if (Number.isInteger(wanted) && wanted > 0 && wanted !== page + 1) onTurn(wanted - 1);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    turn();
  };
  return (
    <Cluster as="form" onSubmit={submit}>
      <label>
        Page{' '}
        <input
          className={styles.number}
          inputMode="numeric"
          enterKeyHint="go"
          autoComplete="off"
          maxLength={6}
          value={typed ?? String(page + 1)}
          onChange={({ target }) => setTyped(target.value)}
          onFocus={({ target }) => target.select()}
          onBlur={turn}
        />
      </label>
      <span>of {formatCount(pages)}</span>
    </Cluster>
  );
}

import { type FormEvent, useState } from 'react';
import { formatCount } from '#schema/messages/count.ts';
import { Cluster } from '../layout/cluster.tsx';
import styles from './long-pager.module.css';
import { Pager, type PagerProps } from './pager.tsx';

/** More pages are not turned one by one. */
const PAGES_TURNED_MAX = 20;

/** A {@link Pager} that has a field for the number of the page where there are many; for admins' lists. */
export function LongPager({ page, pages, onTurn }: Omit<PagerProps, 'children'>) {
  return (
    <Pager page={page} pages={pages} onTurn={onTurn}>
      {pages > PAGES_TURNED_MAX ? (turn) => <PageField page={page} pages={pages} onTurn={turn} /> : undefined}
    </Pager>
  );
}

function PageField({ page, pages, onTurn }: Omit<PagerProps, 'children'>) {
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

import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Card } from '../layout/card.tsx';
import styles from './list-table.module.css';

type SheetTableProps = ComponentProps<'table'> & {
  /** The headings. */
  columns: readonly string[];
};

/** A list as a table on a sheet, where its columns fit; its rows are the children. */
export function SheetTable({ columns, className, children, ...table }: SheetTableProps) {
  return (
    <Card className={styles.sheet}>
      <table {...table} className={classNames(styles.table, className)}>
        <thead>
          <tr aria-rowindex={table['aria-rowcount'] === undefined ? undefined : 1}>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Card>
  );
}

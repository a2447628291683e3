/**
 * Returns the rows in an order that depends on the seed and their ids only: the same on each device, and telling nothing
 * about the order in which their author wrote them.
 */
export function shuffleBy<Row extends { readonly id: string }>(seed: string, rows: readonly Row[]): Row[] {
  const keyed = rows.map((row) => ({ row, key: hash(`${seed} ${row.id}`) }));
  keyed.sort((one, other) => one.key - other.key || (one.row.id < other.row.id ? -1 : 1));
  return keyed.map(({ row }) => row);
}

/** FNV-1a, with a last mix, because ids often differ in their last characters only. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

/** The outbox row fields that a trail needs. */
interface TrailRow {
  readonly id: string;
}

/**
 * The state of the activation that a page follows. The store alone is not sufficient: it is read again when
 * the id becomes known, and on a slow device the server may have responded, and the session contain the
 * course, before the row was read once.
 */
export interface Trail<Row extends TrailRow> {
  /** Whether the code was submitted and is being stored. */
  readonly isEntering: boolean;
  /** The id of the followed command, once it is known. */
  readonly id: string | null;
  /** Its row as last read; null before. */
  readonly row: Row | null;
}

/** Nothing was entered or found. */
export const noTrail = { isEntering: false, id: null, row: null } as const;

export function beginEntering<Row extends TrailRow>(trail: Trail<Row>): Trail<Row> {
  return { ...trail, isEntering: true };
}

/** The code is in the outbox under this id, possibly from before. */
export function endEntering<Row extends TrailRow>(trail: Trail<Row>, id: string): Trail<Row> {
  return { isEntering: false, id, row: trail.row?.id === id ? trail.row : null };
}

/** The code could not be stored. */
export function failEntering<Row extends TrailRow>(trail: Trail<Row>): Trail<Row> {
  return { ...trail, isEntering: false };
}

/**
 * The store returned a row: it is followed by its id, because an acknowledged row is no longer listed as
 * unsent.
 */
export function followRow<Row extends TrailRow>(trail: Trail<Row>, row: Row): Trail<Row> {
  return { ...trail, id: row.id, row };
}

/**
 * Returns the current row of a trail.
 *
 * @param found the row from the store; undefined while it is being read, null if there is none
 * @returns the row, and whether one is certain to appear if there is none yet
 */
export function readTrail<Row extends TrailRow>(
  trail: Trail<Row>,
  found: Row | null | undefined,
): { row: Row | null; isComing: boolean } {
  const isReading = found === undefined;
  const row = isReading ? trail.row : found;
  return { row, isComing: trail.isEntering || (isReading && row === null && trail.id !== null) };
}

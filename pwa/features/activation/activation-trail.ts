/** As much of an outbox row as following it takes. */
interface TrailRow {
  readonly id: string;
}

/**
 * What a page remembers of the one activation it follows. The store alone would not do: it is read anew
 * whenever the id becomes known, and on a slow device the server may have answered, and the session have
 * the course, before the row has been seen even once.
 */
export interface Trail<Row extends TrailRow> {
  /** The button was pressed, and the code is being written down. */
  readonly isEntering: boolean;
  /** The command that is followed, as soon as there is one. */
  readonly id: string | null;
  /** Its row as it was read last; null before that. */
  readonly row: Row | null;
}

/** Nothing was entered here, nor found. */
export const noTrail = { isEntering: false, id: null, row: null } as const;

export function beginEntering<Row extends TrailRow>(trail: Trail<Row>): Trail<Row> {
  return { ...trail, isEntering: true };
}

/** The code is in the outbox under this id, or was there already. */
export function endEntering<Row extends TrailRow>(trail: Trail<Row>, id: string): Trail<Row> {
  return { isEntering: false, id, row: trail.row?.id === id ? trail.row : null };
}

/** The code could not be written down. */
export function failEntering<Row extends TrailRow>(trail: Trail<Row>): Trail<Row> {
  return { ...trail, isEntering: false };
}

/** The store has told of a row: from now on it is followed by its id, for an acknowledged one is no longer among the unsent. */
export function followRow<Row extends TrailRow>(trail: Trail<Row>, row: Row): Trail<Row> {
  return { ...trail, id: row.id, row };
}

/**
 * Where the trail leads now.
 *
 * @param found what the store says; undefined while it is being read, null when it has no such row
 * @returns the row to go by, and whether one is certain to come where there is none yet
 */
export function readTrail<Row extends TrailRow>(
  trail: Trail<Row>,
  found: Row | null | undefined,
): { row: Row | null; isComing: boolean } {
  const isReading = found === undefined;
  const row = isReading ? trail.row : found;
  return { row, isComing: trail.isEntering || (isReading && row === null && trail.id !== null) };
}

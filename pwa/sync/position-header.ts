import { HISTORY_POSITION_HEADER } from '#schema/protocol.ts';

/** Shows the server its own position as of its last ack; nothing before the first. */
export function positionHeader(position: string | null): Record<string, string> {
  return position === null ? {} : { [HISTORY_POSITION_HEADER]: position };
}

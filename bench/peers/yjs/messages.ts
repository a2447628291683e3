/** The first number of a message of y-websocket: the document, or what others see of a user. */
export const SYNC = 0;
/** Added here, since Yjs has no acknowledgements: the server has stored the update that it received. */
export const STORED = 9;

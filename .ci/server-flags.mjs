/**
 * Flags of Node for the process of the server: little memory for new objects, of which there are few at a time
 * (docs/why/server.md). The files in docs/deploy have the same.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=4'];

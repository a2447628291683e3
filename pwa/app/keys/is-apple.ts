/** On devices of Apple, Cmd takes the place of Ctrl. */
export const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

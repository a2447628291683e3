/** Paper and ink of tokens.css in both schemes: a sample shows the other scheme too, whichever the page has. */
export const grounds = {
  light: { background: '#fbfaf6', color: '#1c221f' },
  dark: { background: '#131715', color: '#e9ede9' },
} as const;

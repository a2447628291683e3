/// <reference path="./mammoth-browser.d.ts" />

/** The library is larger than all readers together. */
export const loadMammoth = () => import('mammoth/mammoth.browser.js');

/** The files of a package that are read; the rest are its programs. */
export const PACKAGE_FILE = 'h5p.json';
export const CONTENT_FOLDER = 'content/';
export const CONTENT_FILE = `${CONTENT_FOLDER}content.json`;

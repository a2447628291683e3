const PDF = 'application/pdf,.pdf';
const VIDEO = 'video/*,.mp4,.m4v,.mov,.webm,.ogg,.ogv,.mkv,.avi,.wmv,.flv';

/** What the dialog of the browser offers, by the kind of file. */
export const ACCEPTED_FILES = { pdf: PDF, video: VIDEO, any: `${PDF},${VIDEO}` } as const;

import * as v from 'valibot';
import type { Chosen } from './read-result.ts';

const FolderFile = v.object({ path: v.string(), file: v.instance(Blob) });
const ChosenShape = v.variant('kind', [
  v.object({ kind: v.literal('file'), name: v.string(), file: v.instance(Blob) }),
  v.object({ kind: v.literal('folder'), name: v.string(), files: v.array(FolderFile) }),
  v.object({ kind: v.literal('links'), name: v.string(), text: v.string() }),
]);

/** The message of the page to the worker. Throws for any other message. */
export const parseChosen = (data: unknown): Chosen => v.parse(ChosenShape, data);

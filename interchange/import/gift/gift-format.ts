import { readText } from '#interchange/archive/read-text.ts';
import { type ImportFormat, lazyReader } from '../import-format.ts';
import { onlyFile } from '../moodle-xml/moodle-xml-format.ts';

/** Answers in braces, as no page of text has them: `{=right ~wrong}`, `{T}`, `{#3}`, `{}` behind a name. */
const ANSWERS = /(?<!\\)\{\s*(?:[=~#]|(?:T|F|TRUE|FALSE)\s*[#}])|^::.+::[^{}]{0,5000}\{\s*\}/m;

/** Questions in Moodle's text format. */
export const giftFormat: ImportFormat = {
  title: 'GIFT questions',
  recognises: async (tree) => {
    const file = onlyFile(tree, /\.(gift|txt)$/i);
    return file !== null && ANSWERS.test(await readText(file));
  },
  ...lazyReader(async () => (await import('./read-gift.ts')).readGift),
};

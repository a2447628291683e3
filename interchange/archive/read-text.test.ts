import { describe, expect, it } from 'vitest';
import { treeForTest } from '../testing/tree-for-test.ts';
import { readText } from './read-text.ts';

const read = async (...pieces: readonly (string | readonly number[])[]) => {
  const bytes = new Uint8Array(Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
  const [file] = treeForTest({ 'a.html': bytes }).files;
  return file === undefined ? '' : readText(file);
};

const KOI = [0xf7, 0xcf, 0xc4, 0xc1];

describe('the text of a file', () => {
  it.each([
    ['UTF-8', ['é – 中'], 'é – 中'],
    ['Windows-1252 without a declaration', [[0xe9, 0x20, 0xa7]], 'é §'],
    [
      'the encoding of its meta element',
      ['<meta charset="koi8-r"><p>', KOI],
      '<meta charset="koi8-r"><p>Вода',
    ],
    [
      'the encoding of its older meta element',
      [
        "<META http-equiv='Content-Type' content='text/html; charset=windows-1251'>",
        [0xc2, 0xee, 0xe4, 0xe0],
      ],
      "<META http-equiv='Content-Type' content='text/html; charset=windows-1251'>Вода",
    ],
    [
      'the encoding of its XML declaration',
      ['<?xml version="1.0" encoding="ISO-8859-2"?><a>', [0xb6], '</a>'],
      '<?xml version="1.0" encoding="ISO-8859-2"?><a>ś</a>',
    ],
    [
      'UTF-8 with a damaged byte, as it says',
      ['<meta charset=utf-8>é', [0xff], 'é'],
      '<meta charset=utf-8>é\uFFFDé',
    ],
    ['UTF-8 where all of it is, whatever it says', ['<meta charset="koi8-r">é'], '<meta charset="koi8-r">é'],
    ['an encoding that does not exist', ['<meta charset="x-none">', [0xe9]], '<meta charset="x-none">é'],
  ])('is read in %s', async (_, pieces, text) => {
    expect(await read(...pieces)).toBe(text);
  });
});

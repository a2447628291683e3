import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const faces = [
  {
    family: 'Fraunces Variable',
    weights: '100 900',
    file: '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2',
  },
  {
    family: 'Instrument Sans Variable',
    weights: '400 700',
    file: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  },
];

/** The `@font-face` rules of the product's typefaces, with embedded fonts, for a page without a server. */
export async function fontFaceRules(): Promise<string> {
  const require = createRequire(import.meta.url);
  const rules = faces.map(async (face) => {
    const data = (await readFile(require.resolve(face.file))).toString('base64');
    return `@font-face{font-family:"${face.family}";font-weight:${face.weights};src:url(data:font/woff2;base64,${data}) format("woff2")}`;
  });
  return (await Promise.all(rules)).join('\n');
}

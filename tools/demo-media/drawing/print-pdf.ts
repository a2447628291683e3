import type { Browser } from '@playwright/test';
import { palette } from './palette.ts';

/** A printable document: its title, its style rules and its body as HTML. */
export interface Sheet {
  name: string;
  course: 'course-1' | 'course-2' | 'course-3';
  title: string;
  style: string;
  body: string;
}

/** Families for paper: installed static fonts, because a PDF contains variable ones as loose drawings. */
export const printFamilies = {
  serif: "Georgia, 'DejaVu Serif', serif",
  sans: "'Liberation Sans', Arial, Helvetica, sans-serif",
};

/** Prints a document on A4 as a tagged PDF with its title and language set. */
export async function printSheet(browser: Browser, sheet: Sheet, file: string): Promise<void> {
  const page = await browser.newPage();
  await page.setContent(
    `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${sheet.title}</title><style>${baseStyle}${sheet.style}</style></head><body>${sheet.body}</body></html>`,
  );
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.pdf({ path: file, format: 'A4', printBackground: true, preferCSSPageSize: true, tagged: true });
  await page.close();
}

/** A drawing as a URL for `url()` or an image's source; an image needs far fewer PDF objects than markup. */
export function drawingAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const baseStyle = `
@page { size: A4; margin: 14mm 15mm 12mm }
* { box-sizing: border-box; margin: 0; padding: 0 }
html { font: 10.5pt/1.4 ${printFamilies.sans}; color: ${palette.ink}; -webkit-print-color-adjust: exact }
h1 { font: 700 23pt/1.1 ${printFamilies.serif}; letter-spacing: -0.01em }
h2 { font: 700 12.5pt/1.2 ${printFamilies.serif} }
table { border-collapse: collapse; width: 100% }
th { text-align: left; font-weight: 600 }
footer { color: ${palette.inkSoft}; font-size: 9pt }
`;

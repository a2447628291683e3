import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const SOURCE = new URL('../pwa/install/icons/lamp.svg', import.meta.url);
const PUBLIC = new URL('../pwa/public/', import.meta.url);

interface Icon {
  readonly name: string;
  readonly sizePx: number;
  /** Corner radius as a share of the width; 0 where the system cuts its own shape. */
  readonly corner: number;
}

const ICONS: readonly Icon[] = [
  { name: 'icon-192.png', sizePx: 192, corner: 0.22 },
  { name: 'icon-512.png', sizePx: 512, corner: 0.22 },
  { name: 'icon-maskable-512.png', sizePx: 512, corner: 0 },
  { name: 'apple-touch-icon.png', sizePx: 180, corner: 0 },
];

/** Renders the manifest's icons from their drawing: `npx tsx tools/make-icons.ts`. */
async function makeIcons(): Promise<void> {
  const drawing = await readFile(SOURCE);
  for (const icon of ICONS) await writeFile(new URL(icon.name, PUBLIC), await renderIcon(drawing, icon));
}

async function renderIcon(drawing: Buffer, { sizePx, corner }: Icon): Promise<Buffer> {
  const image = sharp(drawing, { density: 144 }).resize(sizePx, sizePx);
  if (corner > 0) {
    const radius = Math.round(sizePx * corner);
    const mask = `<svg width="${sizePx}" height="${sizePx}"><rect width="100%" height="100%" rx="${radius}"/></svg>`;
    image.composite([{ input: Buffer.from(mask), blend: 'dest-in' }]);
  }
  return image.png({ compressionLevel: 9, palette: true, quality: 92 }).toBuffer();
}

await makeIcons();

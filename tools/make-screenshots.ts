import { mkdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { signUp, unlockAndDownload } from '#e2e/world/learner.ts';

const FOLDER = new URL('../pwa/public/screenshots/', import.meta.url);
const LESSON = '/courses/course-1/learn?lesson=course-1-lesson-02';

interface Form {
  readonly name: 'narrow' | 'wide';
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

const FORMS: readonly Form[] = [
  { name: 'narrow', width: 390, height: 844, scale: 2 },
  { name: 'wide', width: 1280, height: 800, scale: 1 },
];

/**
 * Takes the screenshots that browsers show before they install Carrel, from the built app with its demo
 * courses: `npx tsx tools/make-screenshots.ts` after a build. The manifest lists them.
 */
async function makeScreenshots(): Promise<void> {
  const server = await CarrelServer.start();
  const device = await Chromium.create();
  try {
    await mkdir(FOLDER, { recursive: true });
    const page = await device.open();
    const [code = ''] = server.codes('course-1');
    await signUp(page, server.url, 'Alice');
    await unlockAndDownload(page, server.url, { courseId: 'course-1', code });
    for (const form of FORMS) {
      await take(page, { url: `${server.url}${LESSON}`, file: `lesson-${form.name}.webp`, form });
      await take(page, { url: `${server.url}/dashboard`, file: `dashboard-${form.name}.webp`, form });
    }
  } finally {
    await device.dispose();
    await server.dispose();
  }
}

interface Shot {
  readonly url: string;
  readonly file: string;
  readonly form: Form;
}

async function take(page: Page, { url, file, form }: Shot): Promise<void> {
  const { width, height, scale } = form;
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: scale,
    mobile: false,
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    window.scrollTo(0, 0);
  });
  const { data } = await tools.send('Page.captureScreenshot', { format: 'png' });
  await sharp(Buffer.from(data, 'base64')).webp({ quality: 80 }).toFile(new URL(file, FOLDER).pathname);
  await tools.detach();
}

await makeScreenshots();

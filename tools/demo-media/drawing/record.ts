import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { frame } from './draw.ts';
import { fontFaceRules } from './page-fonts.ts';
import { frameAt, type Scene } from './scene.ts';
import { toWav } from './sound.ts';

const framesPerSecond = 24;
const sizeLimit = 640_000;
const qualities = [21, 24, 27, 30, 33, 35, 37];

/** Opens a page of the size of a video that shows one frame at a time. */
async function openStage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: frame, deviceScaleFactor: 1 });
  await page.setContent(
    `<!doctype html><style>${await fontFaceRules()} *{margin:0} body{overflow:hidden;background:#000} svg{display:block}</style><div id="stage"></div><script>const stage = document.getElementById("stage"); const show = (svg) => { stage.innerHTML = svg };</script>`,
  );
  await page.evaluate('Promise.all([...document.fonts].map((face) => face.load())).then(() => undefined)');
  return page;
}

/** Returns the frame of a video at a time, as PNG. */
async function photograph(page: Page, svg: string): Promise<Buffer> {
  await page.evaluate(`show(${JSON.stringify(svg)})`);
  return page.screenshot({ type: 'png', animations: 'allow', caret: 'initial' });
}

/** Records a video as H.264 in MP4, in the best quality that stays under the size limit. */
export async function recordScene(browser: Browser, scene: Scene, file: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-video-'));
  try {
    const master = path.join(folder, 'master.mkv');
    await recordMaster(browser, scene, master);
    const sound = await writeSound(scene, folder);
    for (const quality of qualities) {
      await encode(master, sound, quality, file);
      if ((await stat(file)).size <= sizeLimit) return;
    }
    throw new Error(`${scene.name} does not fit into ${sizeLimit} bytes`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function recordMaster(browser: Browser, scene: Scene, file: string): Promise<void> {
  const page = await openStage(browser);
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...[
        '-y',
        '-v',
        'error',
        '-f',
        'image2pipe',
        '-c:v',
        'png',
        '-framerate',
        String(framesPerSecond),
        '-i',
        '-',
      ],
      ...['-c:v', 'libx264rgb', '-qp', '0', '-preset', 'ultrafast', file],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const ended = once(ffmpeg, 'close');
  let shown = '';
  let image: Buffer = Buffer.alloc(0);
  for (let i = 0; i < Math.round(scene.seconds * framesPerSecond); i += 1) {
    const svg = frameAt(scene, i / framesPerSecond);
    if (svg !== shown) image = await photograph(page, svg);
    shown = svg;
    if (!ffmpeg.stdin.write(image)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  await page.close();
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)}`);
}

async function writeSound(scene: Scene, folder: string): Promise<string | undefined> {
  if (scene.sound === undefined) return undefined;
  const file = path.join(folder, 'sound.wav');
  await writeFile(file, toWav(scene.sound()));
  return file;
}

async function encode(
  master: string,
  sound: string | undefined,
  quality: number,
  file: string,
): Promise<void> {
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...['-y', '-v', 'error', '-i', master],
      ...(sound === undefined ? ['-an'] : ['-i', sound, '-c:a', 'aac', '-b:a', '64k', '-ac', '1']),
      ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
      ...[
        '-c:v',
        'libx264',
        '-profile:v',
        'high',
        '-level',
        '3.1',
        '-preset',
        'veryslow',
        '-tune',
        'animation',
      ],
      ...['-crf', String(quality), '-g', '480', '-threads', '2'],
      ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
      ...[
        '-map_metadata',
        '-1',
        '-fflags',
        '+bitexact',
        '-flags',
        '+bitexact',
        '-movflags',
        '+faststart',
        file,
      ],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code] = await once(ffmpeg, 'close');
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)}`);
}

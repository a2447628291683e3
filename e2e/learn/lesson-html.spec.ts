import { expect } from '@playwright/test';
import { test } from '../world/world.ts';
import { changeRow, openLesson, unlockCourse } from './study.ts';

const HOSTILE = `
<h1 id="main">Mine now</h1>
<p onclick="window.pwned = 1" style="position:fixed">Text with <b>weight</b></p>
<script>window.pwned = 1</script>
<img src="x" onerror="window.pwned = 1" alt="broken">
<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='window.pwned=1'/>" alt="drawn">
<svg><script>window.pwned = 1</script></svg>
<a href="javascript:window.pwned=1">bad link</a>
<a href="https://example.org/" target="_self">good link</a>
<a href="#main">link within</a>
<form action="https://evil.example/"><input name="password"><button>Send</button></form>
<iframe src="https://www.youtube.com/watch?v=dQw4w9WgXcQ" title="A video"></iframe>
<iframe srcdoc="<script>parent.pwned = 1</script>"></iframe>
<iframe src="javascript:parent.pwned=1"></iframe>
<math><mtext></p><style><img src=x onerror="window.pwned=1"></style></math>
<table><caption>Tides</caption><tr><td>high</td></tr></table>
<meta http-equiv="refresh" content="0;url=https://evil.example/"><base href="https://evil.example/">`;

test('A lesson’s text renders allowed HTML and runs nothing, whatever the device’s store contains', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await unlockCourse(page, server.url, server.codes('course-1')[0] ?? '');
  // A running server would restore the row. The lesson has no questions, whose fields would be counted.
  await server.stop();
  await changeRow(page, { table: 'lessonContents', key: 'course-1-lesson-03', fields: { content: HOSTILE } });
  await openLesson(page, server.url, 3);
  const lesson = page.getByRole('article');
  await expect(lesson.getByText('Text with weight')).toBeVisible();

  await expect(lesson.locator('script, form, input, iframe, style, svg script, base, meta')).toHaveCount(0);
  await expect(lesson.locator('[onclick], [onerror], [style]')).toHaveCount(0);
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(new URL(page.url()).origin).toBe(server.url);

  await expect(page.locator('h1')).toHaveText(['What “offline” really means']);
  await expect(page.locator('#main')).toHaveCount(1);
  await expect(lesson.getByText('bad link')).not.toHaveAttribute('href');
  const good = lesson.getByRole('link', { name: 'good link' });
  await expect(good).toHaveAttribute('rel', 'noopener');
  await expect(good).toHaveAttribute('target', '_blank');
  await expect(lesson.getByRole('link', { name: 'link within' })).toHaveAttribute(
    'href',
    '#user-content-main',
  );
  await expect(lesson.getByRole('link', { name: 'A video on www.youtube.com' })).toBeVisible();
  await expect(lesson.getByRole('group', { name: 'Tides' })).toBeVisible();
});

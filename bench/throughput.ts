import { ADMIN, CarrelServer } from '#e2e/world/carrel-server.ts';
import type { Figure } from './figures.ts';
import { fillWithCourses, LARGE_COURSE } from './many-courses.ts';
import { constantRatioFigure } from './server/constant-ratio.ts';
import { tokenFrom } from './watched.ts';

/** The two calls that every learner sends, with 50 courses and a course of 100 lessons. */
export async function throughputFigures(): Promise<Figure[]> {
  const server = await CarrelServer.start({ CARREL_SEED: 'none' });
  try {
    await server.stop();
    fillWithCourses(server.dataFolder);
    await server.start();
    const token = await tokenFrom(`${server.url}/api/auth/admin/login`, ADMIN);
    const headers = { authorization: `Bearer ${token}` };
    const list = { url: `${server.url}/api/courses`, headers: {} };
    const content = { url: `${server.url}/api/courses/${LARGE_COURSE}/content`, headers };
    return [
      await constantRatioFigure('GET /api/courses, 50 courses', list, server.dataFolder),
      await constantRatioFigure('GET /api/courses/{id}/content, 100 lessons', content, server.dataFolder),
    ];
  } finally {
    await server.dispose();
  }
}

import type { Figure } from '../figures.ts';
import { constantRatioFigure } from './constant-ratio.ts';
import type { School } from './school.ts';

/** A course with twelve lessons. */
const COURSE = 'bench-course-1';

/** Replies of which most of the time is not spent on the bytes. */
export async function smallReplyFigures({ server, learners }: School): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${learners[0]?.token}` };
  const me = { url: `${server.url}/api/auth/me`, headers };
  const outline = { url: `${server.url}/api/courses/${COURSE}`, headers: {} };
  return [
    await constantRatioFigure('GET /api/auth/me', me, server.dataFolder),
    await constantRatioFigure('GET /api/courses/{id}, 12 lessons', outline, server.dataFolder),
  ];
}

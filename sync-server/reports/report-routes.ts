import { endpoints } from '#schema/endpoints/endpoints.ts';
import { REPORT_LEARNERS_PAGE } from '#schema/limits.ts';
import type { Deps } from '../deps.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { readPageQuery } from '../http/paging.ts';
import { pathParam } from '../http/path-param.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { AppContext } from '../http/reply.ts';
import { encodedReply } from '../http/reply-cache.ts';
import type { Route } from '../http/route.ts';
import { csvReply } from './csv-reply.ts';
import type { LearnersPage } from './learners-report-queries.ts';
import type { ReportRequest } from './run-report.ts';

/** Reports of courses, learners and codes: as JSON for the app, and as CSV for spreadsheets. */
export function reportRoutes(deps: Deps): Route[] {
  const { reports, clock } = deps;
  const now = () => clock.now().toISOString();
  const courseOf = (c: AppContext) => ({ kind: 'course' as const, courseId: pathParam(c, 'courseId') });
  return [
    signedInRoute(deps, endpoints.getCourseReport, async (c) => {
      const course = courseOf(c);
      return reply(deps, c, { name: `course ${course.courseId}`, request: { ...course, format: 'json' } });
    }),
    signedInRoute(deps, endpoints.getLearnersReport, async (c) => {
      const page = readLearnersPage(c);
      const name = `learners ${JSON.stringify(page)}`;
      return reply(deps, c, { name, request: { kind: 'learners', ...page, format: 'json' } });
    }),
    signedInRoute(deps, endpoints.getCodesReport, async (c) =>
      reply(deps, c, { name: 'codes', request: { kind: 'codes', now: now(), format: 'json' } }),
    ),
    signedInRoute(deps, endpoints.getCourseReportFile, async (c) =>
      csvReply(c, { name: 'course-report', reports, first: { ...courseOf(c), format: 'csv' } }),
    ),
    signedInRoute(deps, endpoints.getAnswersFile, async (c) => {
      const { courseId } = courseOf(c);
      return csvReply(c, {
        name: 'answers',
        reports,
        first: { kind: 'answers', courseId, after: null, format: 'csv' },
      });
    }),
    signedInRoute(deps, endpoints.getLearnersReportFile, async (c) => {
      const first = { kind: 'learners', after: null, limit: REPORT_LEARNERS_PAGE, format: 'csv' } as const;
      return csvReply(c, { name: 'learners', reports, first });
    }),
    signedInRoute(deps, endpoints.getCodesReportFile, async (c) => {
      const kind = c.req.query('by') === 'week' ? 'weeks' : 'codes';
      return csvReply(c, { name: kind, reports, first: { kind, now: now(), format: 'csv' } });
    }),
  ];
}

interface Named {
  /** Equal for equal requests. */
  readonly name: string;
  readonly request: ReportRequest;
}

async function reply({ reports }: Deps, c: AppContext, { name, request }: Named): Promise<Response> {
  const body = await reports.get(name, request);
  if (body === null) throw new ApiError('course_not_found');
  return encodedReply(c, body, 'private');
}

function readLearnersPage(c: AppContext): LearnersPage {
  const query = readPageQuery(c, REPORT_LEARNERS_PAGE);
  const after = query?.after ?? null;
  return {
    after: after === null ? null : { createdAt: after.key, id: after.id },
    limit: query?.limit ?? REPORT_LEARNERS_PAGE,
  };
}

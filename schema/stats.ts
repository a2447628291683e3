import * as v from 'valibot';
import { Id, Instant } from './id.ts';

export const Stats = v.object({
  totalCourses: v.number(),
  totalUsers: v.number(),
  totalActivations: v.number(),
  /** Newest first. */
  recentActivations: v.array(
    v.object({
      ...{ courseId: Id, courseTitle: v.string(), activatedAt: Instant },
      /** The learner; servers before these fields send none. */
      userId: v.optional(Id),
      userName: v.optional(v.string()),
    }),
  ),
  /** The last 30 days in UTC, oldest first, including days without activations. */
  activationsPerDay: v.array(v.object({ day: v.string(), count: v.number() })),
});
export type Stats = v.InferOutput<typeof Stats>;

export const StatsReply = v.object({ stats: Stats });

/** Activations per user in whole per cent; 0 without users (spec map, section 2, admins' screens). */
export function activationRate(stats: Pick<Stats, 'totalActivations' | 'totalUsers'>): number {
  return stats.totalUsers === 0 ? 0 : Math.round((stats.totalActivations / stats.totalUsers) * 100);
}

import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { olderThan, visibleNotices } from './visible.ts'

/** Marks a notice of the caller as read, alone or with all older ones. Idempotent. */
export async function markNoticesRead(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { noticeId, withOlder }: BodyOf<'markNoticesRead'>,
): Promise<void> {
  const notice = await visibleNotices(db, actor)
    .select(['id', 'createdAt as at'])
    .where('id', '=', noticeId)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'Notice not found'))
  await db
    .updateTable('notices')
    .set({ readAt: now() })
    .where('userId', '=', actor.userId)
    .where('readAt', 'is', null)
    .where((is) => (withOlder ? is.or([is('id', '=', noticeId), olderThan(notice)]) : is('id', '=', noticeId)))
    .execute()
}

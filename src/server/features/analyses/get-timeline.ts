import type { TimelineEvent } from '#contract/analyses.ts'
import type { VisibleStatus } from '#domain/analyses.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { loadAnalysis } from './queries.ts'

const ACTIONS = ['analysis.submitted', 'analysis.answered', 'analysis.status-changed', 'report.published'] as const
type Action = (typeof ACTIONS)[number]
type State = { status?: VisibleStatus; message?: string | null } | null

/** The events of a request from the audit log, oldest first. Customers see only their own requests. */
export async function getTimeline(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { analysisRequestId }: { analysisRequestId: string },
): Promise<TimelineEvent[]> {
  const { id } = await loadAnalysis(deps.db, actor, analysisRequestId)
  const rows = await deps.db
    .selectFrom('audit')
    .select(['at', 'action', 'before', 'after'])
    .where('subject', '=', `analysis:${id}`)
    .where('action', 'in', ACTIONS)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    time: row.at.toISOString(),
    ...describe(row.action as Action, row.before as State, row.after as State),
  }))
}

function describe(action: Action, before: State, after: State): Omit<TimelineEvent, 'time'> {
  if (action === 'analysis.submitted') return { event: 'received', status: 'PENDING', message: null }
  if (action === 'report.published') return { event: 'report', status: 'PROCESSED', message: null }
  const status = after?.status ?? 'PENDING'
  if (action === 'analysis.answered') return { event: 'archive', status, message: null }
  return {
    event: before?.status === status ? 'message' : 'status',
    status,
    message: before?.message === after?.message ? null : (after?.message ?? null),
  }
}

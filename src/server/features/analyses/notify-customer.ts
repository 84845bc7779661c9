import type { NoticeContent } from '#domain/notices.ts'
import type { WebhookEvent } from '#domain/webhooks.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { EmailContent } from '../../adapters/email/template.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { notifyMembers } from '../accounts/notify-members.ts'
import { announceEvent } from '../webhooks/announce-event.ts'
import type { RequestOfCustomer } from './emails.ts'
import { selectWithUser } from './queries.ts'

/** How a notice and an email tell the same. */
export type RequestNews = { notice: NoticeContent; email: EmailContent }

/** Tells the people of a request's account about a change of it, inside its transaction. Returns the request. */
export async function notifyCustomer(
  trx: Database,
  deps: Pick<Deps, 'queue' | 'now'> & WithConfig<'publicUrl'>,
  { analysisId, news }: { analysisId: string; news: (request: RequestOfCustomer) => RequestNews },
): Promise<RequestOfCustomer> {
  const found = selectWithUser(trx).where('analyses.id', '=', analysisId)
  const { accountId, fullName, projectType } = await found.executeTakeFirstOrThrow()
  const request = { fullName, projectType, url: `${deps.config.publicUrl}/my-dashboard/requests/${analysisId}` }
  await notifyMembers(trx, deps, {
    accountId,
    least: 'viewer',
    news: (member) => {
      const { notice, email } = news({ ...request, fullName: member.fullName })
      return { subject: `analysis:${analysisId}`, content: notice, email }
    },
  })
  const { notice } = news(request)
  const event = EVENTS[notice.kind]
  const at = deps.now().toISOString()
  const facts = {
    requestId: analysisId,
    project: projectType,
    url: request.url,
    ...('status' in notice && { status: notice.status }),
  }
  if (event) await announceEvent(trx, deps, { accountId, event, subject: `${analysisId} ${at}`, facts })
  return request
}

const EVENTS: Partial<Record<NoticeContent['kind'], WebhookEvent>> = {
  'request-received': 'request.received',
  'request-status': 'request.status-changed',
  'report-ready': 'report.published',
}

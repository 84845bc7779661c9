import type { Database, Upload } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { receivedEmail } from '../analyses/emails.ts'
import { notifyCustomer } from '../analyses/notify-customer.ts'
import { notifyStaff } from '../notices/notify-staff.ts'
import { requestOf } from './queries.ts'

/** Tells the customer and the staff that the archive of a request has arrived, inside the transaction that submits it. */
export async function announceRequest(
  trx: Database,
  deps: Pick<Deps, 'now' | 'queue'> & WithConfig<'publicUrl' | 'limitFactor'>,
  { fileName, answer, ...upload }: Pick<Upload, 'analysisId' | 'fileName' | 'answer'>,
): Promise<void> {
  const analysisId = requestOf(upload)
  const { projectType: project, fullName: customer } = await notifyCustomer(trx, deps, {
    analysisId,
    news: (request) => ({
      notice: { kind: 'request-received', project: request.projectType, fileName },
      email: receivedEmail(request, { fileName }),
    }),
  })
  // Last, because concurrent submissions wait for one another from here on.
  await notifyStaff(trx, deps, {
    subject: `analysis:${analysisId}`,
    content: { kind: 'new-request', project, customer, ...(answer && { isAnswer: true }) },
  })
}

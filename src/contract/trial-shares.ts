import { z } from 'zod'
import { SHARE_ROLES } from '#domain/memberships.ts'
import { email } from './accounts.ts'
import { data, endpoint, id, timestamp } from './endpoint.ts'

const role = z.enum(SHARE_ROLES)
const code = z.string().min(1, 'The code of the offer is missing').max(200)

const share = z.object({
  shareId: z.string(),
  email: z.string().meta({ description: 'To which it was offered' }),
  role,
  account: z.nullable(z.string()).meta({ description: 'The account that has accepted it' }),
  acceptedTime: z.nullable(timestamp),
  expiresTime: timestamp.meta({ description: 'Of the offer' }),
})
export type TrialShare = z.infer<typeof share>

const byOwner = { tag: 'trials', access: 'customer', least: 'owner', limit: 'general' } as const

export const trialShares = {
  shareTrial: endpoint({
    ...byOwner,
    method: 'POST',
    path: '/trials/shares',
    limit: 'invite',
    summary:
      'Offer a trial to another account, by the email of one of its owners. Editors of that account change the trial if it is shared for editing. Storage stays with the owner.',
    body: z.object({ trialId: id, email, role }),
    reply: data(share),
    success: 'Trial offered',
    errors: [404, 409, 429],
  }),
  listTrialShares: endpoint({
    tag: 'trials',
    method: 'GET',
    path: '/trials/shares',
    access: 'customer',
    scopes: [],
    limit: 'general',
    summary: 'With whom a trial of the account is shared, and to whom it is offered',
    query: z.object({ trialId: id }),
    reply: data(z.array(share)),
    success: 'Shares loaded',
    errors: [404],
  }),
  endTrialShare: endpoint({
    ...byOwner,
    method: 'DELETE',
    path: '/trials/shares',
    summary: 'End the sharing of a trial, or take an offer back, by the account that has it or the one that shares it',
    query: z.object({ shareId: id }),
    success: 'Sharing ended',
    errors: [404],
  }),
  getOfferedTrial: endpoint({
    tag: 'trials',
    method: 'GET',
    path: '/trials/shares/offer',
    access: 'public',
    limit: 'code-check',
    summary: 'What the emailed link of an offered trial is for',
    query: z.object({ code }),
    reply: data(z.object({ trial: z.string(), name: z.string(), role, email: z.string() })),
    success: 'Offer loaded',
    errors: [404],
  }),
  acceptTrialShare: endpoint({
    ...byOwner,
    method: 'POST',
    path: '/trials/shares/accept',
    summary: 'Accept an offered trial for the account in which the caller works, by the person to whom it was sent',
    body: z.object({ code }),
    reply: data(z.object({ trialId: z.string(), role })),
    success: 'Trial accepted',
    errors: [404, 409],
  }),
}

import { z } from 'zod'
import { ACCOUNT_ROLES } from '#domain/memberships.ts'
import { bySignedIn, email, loginData } from './accounts.ts'
import { data, endpoint, id, timestamp } from './endpoint.ts'

const role = z.enum(ACCOUNT_ROLES)
export const member = z.object({ userId: z.string(), fullName: z.string(), email: z.string(), role })
export type Member = z.infer<typeof member>

const invitation = z.object({
  invitationId: z.string(),
  email: z.string(),
  role,
  expiresTime: timestamp,
})
export type Invitation = z.infer<typeof invitation>

const invitationCode = z.string().min(1, 'The code of the invitation is missing').max(200)

const account = z.object({
  accountId: z.string(),
  name: z.string(),
  role: z.nullable(role).meta({ description: 'Of the caller; null once they belong to no account' }),
  members: z.array(member),
  invitations: z.array(invitation).meta({ description: 'Those that wait; only owners see them' }),
  accounts: z
    .array(z.object({ accountId: z.string(), name: z.string(), role }))
    .meta({ description: 'All that the caller belongs to' }),
})
export type Account = z.infer<typeof account>

const byOwner = { tag: 'accounts', access: 'customer', least: 'owner', limit: 'general' } as const

export const members = {
  getAccount: endpoint({
    ...bySignedIn,
    method: 'GET',
    path: '/account',
    summary: 'The account in which the caller works, its people, and the other accounts of the caller',
    reply: data(account),
    success: 'Account loaded',
  }),
  getInvitation: endpoint({
    tag: 'accounts',
    method: 'GET',
    path: '/account/invitation',
    access: 'public',
    limit: 'code-check',
    summary: 'What the emailed link of an invitation is for',
    query: z.object({ code: invitationCode }),
    reply: data(z.object({ name: z.string(), role, email: z.string() })),
    success: 'Invitation loaded',
    errors: [404],
  }),
  inviteMember: endpoint({
    ...byOwner,
    method: 'POST',
    path: '/account/invitations',
    limit: 'invite',
    summary: 'Invite a person by email, for seven days. A new invitation of the same address replaces the one before.',
    body: z.object({ email, role }),
    reply: data(invitation),
    success: 'Invitation sent',
    errors: [409, 429],
  }),
  withdrawInvitation: endpoint({
    ...byOwner,
    method: 'DELETE',
    path: '/account/invitations',
    summary: 'Withdraw an invitation: its link ends at once',
    query: z.object({ invitationId: id }),
    success: 'Invitation withdrawn',
    errors: [404],
  }),
  acceptInvitation: endpoint({
    ...bySignedIn,
    method: 'POST',
    path: '/account/invitations/accept',
    summary: 'Accept the invitation of an emailed link, by the person to whom it was sent',
    body: z.object({ code: invitationCode }),
    reply: data(z.object({ accountId: z.string(), role })),
    success: 'Invitation accepted',
    errors: [404, 409],
  }),
  changeMember: endpoint({
    ...byOwner,
    method: 'POST',
    path: '/account/member',
    summary: 'Change what a person may do in the account. One owner stays.',
    body: z.object({ userId: id, role }),
    reply: data(z.array(member)),
    success: 'Role changed',
    errors: [404, 409],
  }),
  removeMember: endpoint({
    tag: 'accounts',
    method: 'DELETE',
    path: '/account/member',
    access: 'customer',
    least: 'viewer',
    limit: 'general',
    summary:
      'Remove a person from the account, by one of its owners, or leave it. Their sessions and uploads in it end at once. One owner stays.',
    query: z.object({ userId: id }),
    reply: data(z.array(member)),
    success: 'Person removed',
    errors: [404, 409],
  }),
  switchAccount: endpoint({
    ...bySignedIn,
    method: 'POST',
    path: '/account/switch',
    summary: 'Work in another account of the caller with this session',
    body: z.object({ accountId: id }),
    reply: data(loginData),
    success: 'Account changed',
    errors: [404],
  }),
}

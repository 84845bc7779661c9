import type { AccountRole } from '#domain/memberships.ts'

/** Who works in whose account; an account has the id of the person who registered it. */
export type MembershipsTable = {
  accountId: string
  userId: string
  role: AccountRole
  since: Date
  /** When they last chose to work in it. */
  usedAt: Date
}

export type InvitationsTable = {
  id: string
  accountId: string
  email: string
  role: AccountRole
  codeHash: string
  invitedBy: string | null
  acceptedBy: string | null
  expiresAt: Date
}

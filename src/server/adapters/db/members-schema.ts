import type { Generated } from 'kysely'
import type { LinkKind } from '#domain/links.ts'
import type { AccountRole, ShareRole } from '#domain/memberships.ts'
import type { TokenScope } from '#domain/tokens.ts'
import type { WebhookEvent } from '#domain/webhooks.ts'

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

/** A trial that another account reads or changes, or that is offered to one. */
export type TrialSharesTable = {
  id: string
  trialId: string
  email: string
  role: ShareRole
  codeHash: string
  expiresAt: Date
  /** Null until it is accepted. */
  accountId: string | null
  acceptedAt: Date | null
}

export type LinksTable = {
  id: string
  accountId: string
  kind: LinkKind
  subjectId: string
  /** Its last day, UTC. */
  endsOn: string
  passwordHash: string | null
  mayDownload: boolean
  madeBy: string | null
  madeAt: Date
  opened: Generated<number>
  openedAt: Generated<Date | null>
}

export type ApiTokensTable = {
  id: string
  accountId: string
  userId: string
  /** It is limited to this project. */
  projectId: string | null
  name: string
  scopes: TokenScope[]
  secretHash: string
  /** Its last day, UTC. */
  endsOn: string | null
  madeAt: Date
  usedAt: Date | null
}

/** What was done, by whom. */
export type AuditTable = {
  id: Generated<number>
  at: Date
  actorId: string | null
  action: string
  subject: string
  before: unknown
  after: unknown
  requestId: string
  address: string
  /** The name of the API token of a program that did it. */
  token: string | null
}

export type WebhooksTable = {
  id: string
  accountId: string
  url: string
  events: WebhookEvent[]
  madeBy: string | null
  madeAt: Date
}

/** What is posted to a webhook, as text, so that each attempt signs the same. */
export type WebhookDeliveriesTable = {
  id: string
  webhookId: string
  event: string
  subject: string
  body: string
  state: Generated<'WAITING' | 'SENT' | 'FAILED'>
  attempts: Generated<number>
  status: Generated<number | null>
  problem: Generated<string | null>
  madeAt: Date
  settledAt: Generated<Date | null>
}

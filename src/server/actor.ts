import type { Role } from '#domain/accounts.ts'
import type { LinkKind } from '#domain/links.ts'
import type { AccountRole } from '#domain/memberships.ts'
import type { RequiredAction } from '#domain/second-factor.ts'
import type { TokenScope } from '#domain/tokens.ts'
import type { UserStatus } from '#domain/users.ts'

/** The origin of a call; all that is known of a visitor. */
export type Caller = { requestId: string; address: string; device: string }

/** The signed-in person, as in the database at the time of the call. */
export type Actor = Caller & {
  userId: string
  /** Whose requests, trials and files they work on: their own, or one that they were invited to. */
  accountId: string
  /** What they may do there. Undefined once they belong to no account. */
  accountRole: AccountRole | undefined
  sessionId: string
  email: string
  fullName: string
  role: Role
  /** Of the account. Staff work in their own. */
  status: UserStatus
  /** Of a visitor with a link: all that they see. They are no person, and belong to no account. */
  link?: ShownByLink
  /** Of a call with an API token; it has no session. */
  token?: { tokenId: string; name: string; scopes: readonly TokenScope[] }
  /** Of a token that is limited to one project: there is nothing else for it. */
  projectId?: string
  /** The required action before anything else. */
  due: RequiredAction | undefined
}

export type ShownByLink = { linkId: string; kind: LinkKind; id: string; mayDownload: boolean }

/** Who sends a file. */
export type Sender = Pick<Actor, 'userId' | 'accountId' | 'projectId'>

/** A person known by id only, which is all that a change records. */
export type Author = Caller & { userId: string }

/** For what the program does by itself: commands, jobs, the first start. */
export const SYSTEM: Caller = { requestId: 'system', address: 'local', device: '' }

import type { Role } from '#domain/accounts.ts'
import type { RequiredAction } from '#domain/second-factor.ts'
import type { UserStatus } from '#domain/users.ts'

/** The origin of a call; all that is known of a visitor. */
export type Caller = { requestId: string; address: string; device: string }

/** The signed-in person, as in the database at the time of the call. */
export type Actor = Caller & {
  userId: string
  /** Whose requests, trials and files they work on: a customer's own, with the same id. */
  accountId: string
  sessionId: string
  email: string
  fullName: string
  role: Role
  status: UserStatus
  /** The required action before anything else. */
  due: RequiredAction | undefined
}

/** A person known by id only, which is all that a change records. */
export type Author = Caller & { userId: string }

/** For what the program does by itself: commands, jobs, the first start. */
export const SYSTEM: Caller = { requestId: 'system', address: 'local', device: '' }

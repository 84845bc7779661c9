import type { Generated } from 'kysely'

/** A TOTP secret of an account, active once `confirmedAt` is set. */
export type SecondFactorsTable = {
  userId: string
  /** Encrypted. */
  secret: string
  startedAt: Date
  confirmedAt: Date | null
  /** The time step of the last accepted code; only later ones are accepted. */
  lastStep: Generated<number>
}

/** The recovery codes that are left. */
export type RecoveryCodesTable = { userId: string; codeHash: string }

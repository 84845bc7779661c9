import type { ColumnType, Generated } from 'kysely'
import type { ExchangeDirection, ExchangeReport, ExchangeStep } from '#domain/exchange/exchange.ts'

export type StudyConnectionsTable = {
  trialId: string
  /** Without a slash at its end. */
  url: string
  sealedToken: string | null
  studyId: string
  studyName: string
  sendsAfterMeasuring: boolean
  /** Values are on their way, of which nobody has said yet how they ended. */
  sendingId: Generated<string | null>
  sendingUntil: ColumnType<Date | null, undefined, Date | null>
  authorId: string | null
  changedAt: Date
}

export type ExchangesTable = {
  /** Also of the work. */
  id: string
  trialId: string
  direction: ExchangeDirection
  step: ExchangeStep
  /** Whether other values are overwritten. */
  replaces: boolean
  /** Of what was found; what is written later must be that. */
  digest: string | null
  /** Digests of the values that would be replaced there, by variable. */
  changes: ColumnType<Record<string, string> | null, string, string>
  followsUp: Generated<boolean>
  report: ColumnType<ExchangeReport | null, undefined, string | null>
  authorId: string | null
  createdAt: Date
}

export type TraitNamesTable = { accountId: string; variableId: string; name: string }

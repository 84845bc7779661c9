import type { Selectable } from 'kysely'
import type { ConnectionItem, ExchangeItem } from '#contract/exchange.ts'
import { AppError } from '#domain/errors.ts'
import type { ExchangeDirection } from '#domain/exchange/exchange.ts'
import type { Actor } from '../../actor.ts'
import type { StudyConnectionsTable } from '../../adapters/db/exchange-schema.ts'
import type { Database, Trial } from '../../adapters/db/schema.ts'
import type { DatabaseAddress } from '../../adapters/outside/brapi-client.ts'
import { aheadOfWork } from '../../adapters/queue/work.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { seal, unseal } from '../../secrets/seal.ts'
import { lockTrial, trialNotFound, trialsOf } from '../trials/queries.ts'

export type Connection = Selectable<StudyConnectionsTable>

/** @throws AppError 'not-found' where breeding databases are switched off */
export function requireExchange({ config }: WithConfig<'breedingDatabases'>): void {
  if (config.breedingDatabases === 'off') throw new AppError('not-found', 'Breeding databases are switched off here')
}

/** Of the account itself: its partners neither see nor use its connections. */
export async function loadOwnTrial(db: Database, actor: Actor, trialId: string): Promise<Trial> {
  return trialsOf(db, actor).selectAll('trials').where('trials.id', '=', trialId).executeTakeFirstOrThrow(trialNotFound)
}

export async function lockOwnTrial(trx: Database, actor: Actor, trialId: string): Promise<Trial> {
  await loadOwnTrial(trx, actor, trialId)
  return lockTrial(trx, actor, trialId)
}

export const connectionOf = (db: Database, trialId: string): Promise<Connection | undefined> =>
  db.selectFrom('studyConnections').selectAll().where('trialId', '=', trialId).executeTakeFirst()

export const notConnected = (): AppError =>
  new AppError('conflict', 'This trial is connected to no study. Connect it first.')

type Keyed = Pick<Deps, 'keys'>

/** A token that is moved to another trial or address can't be read there. */
const subjectOf = ({ trialId, url }: Pick<Connection, 'trialId' | 'url'>): string => `${trialId}\n${url}`

export const sealToken = ({ keys }: Keyed, of: Pick<Connection, 'trialId' | 'url'>, token: string): string =>
  seal(keys.databaseTokens, subjectOf(of), Buffer.from(token))

export const addressOf = (
  { keys, config }: Keyed & WithConfig<'breedingDatabases'>,
  { trialId, url, sealedToken }: Pick<Connection, 'trialId' | 'url' | 'sealedToken'>,
  way: Pick<DatabaseAddress, 'signal' | 'isPatient'>,
): DatabaseAddress => ({
  url,
  token: sealedToken === null ? null : unseal(keys.databaseTokens, subjectOf({ trialId, url }), sealedToken).toString(),
  onlyPublic: config.breedingDatabases === 'public',
  ...way,
})

export const presentConnection = (of: Omit<Connection, 'sendingId' | 'sendingUntil'>): ConnectionItem => ({
  url: of.url,
  hasToken: of.sealedToken !== null,
  studyDbId: of.studyId,
  studyName: of.studyName,
  sendsAfterMeasuring: of.sendsAfterMeasuring,
})

export const selectExchanges = (db: Database, trialId: string) =>
  db
    .selectFrom('exchanges')
    .innerJoin('work', 'work.id', 'exchanges.id')
    .selectAll('exchanges')
    .select(['work.state', 'work.fraction', 'work.reason', aheadOfWork.as('ahead')])
    .where('trialId', '=', trialId)

export const newestExchange = (db: Database, trialId: string, direction: ExchangeDirection) =>
  selectExchanges(db, trialId).where('direction', '=', direction).executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof newestExchange>>>

const LOST = 'It could not be finished: the database stopped answering. Compare again; nothing is sent twice.'

export const presentExchange = ({ id, createdAt, state, reason, ...row }: Row): ExchangeItem => ({
  exchangeId: id,
  direction: row.direction,
  step: row.step,
  state,
  fraction: row.fraction,
  ahead: row.ahead,
  report: row.report,
  reason: state === 'FAILED' ? (reason ?? LOST) : null,
  startedTime: createdAt.toISOString(),
})

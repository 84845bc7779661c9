import { type Noun, PARAMETERS } from '#contract/brapi/parameters.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { type Asked, askedOf } from './asked.ts'
import { metadataOf, type Page, single } from './page.ts'

export type BrapiDeps = Pick<Deps, 'db' | 'compute'> & DownloadDeps & WithConfig<'publicUrl'>

/** What a noun of the standard has here. */
export type Lister<Row> = {
  noun: Noun
  /** The parameters by which rows are chosen. No row has a value of the other ones, so none has the one that is asked for. */
  chooses: readonly string[]
  list: (deps: BrapiDeps, actor: Actor, asked: Pick<Asked, 'wanted' | 'paging'>) => Promise<Page<Row>>
}

type By = { deps: BrapiDeps; caller: Actor }
type Call = By & { query: Record<string, unknown> }

export const answerList = <Row>(lister: Lister<Row>, { query, ...by }: Call) =>
  listFor(lister, by, askedOf(lister.noun, query))

export async function listFor<Row>(lister: Lister<Row>, { deps, caller }: By, { wanted, paging, unknown }: Asked) {
  const isUnanswerable = Object.keys(wanted).some((name) => !lister.chooses.includes(name))
  const found = isUnanswerable ? NOTHING : await lister.list(deps, caller, { wanted, paging })
  const { rows, total, pageSize = paging.pageSize, warnings = [] } = found
  return {
    metadata: metadataOf({ ...paging, pageSize }, total, [...warningsOf(lister.noun, unknown), ...warnings]),
    result: { data: [...rows] },
  }
}

const NOTHING: Page<never> = { rows: [], total: 0 }

export function warningsOf(noun: Noun, unknown: readonly string[]): string[] {
  if (unknown.length === 0) return []
  const names = unknown.slice(0, 20).map((name) => name.slice(0, 60))
  return [`Ignored: ${names.join(', ')}. This call knows ${PARAMETERS[noun].join(', ') || 'no parameters'}`]
}

/** @throws AppError 'not-found' */
export async function answerOne<Row>(lister: Lister<Row>, { deps, caller, query }: Call) {
  const { wanted, unknown } = askedOf(lister.noun, query)
  const { rows } = await lister.list(deps, caller, { wanted, paging: { page: 0, pageSize: 1 } })
  const [row] = rows
  if (row === undefined) throw new AppError('not-found', 'There is nothing with this id that you may see')
  return single(row, warningsOf(lister.noun, unknown))
}

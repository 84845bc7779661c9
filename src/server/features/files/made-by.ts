import type { Selectable } from 'kysely'
import type { MadeBy } from '#contract/reports.ts'
import { surfaceAccuracyOf } from '#domain/processing.ts'
import type { RunsTable } from '../../adapters/db/runs-schema.ts'
import type { Database, StoredFile } from '../../adapters/db/schema.ts'
import { fullNamesOf } from '../../full-names.ts'

/** The runs that made these files, also once they are attached and published; null for files that people attached. */
export async function makersOf(
  db: Database,
  files: readonly Pick<StoredFile, 'runId'>[],
): Promise<(file: Pick<StoredFile, 'runId'>) => MadeBy | null> {
  const ids = new Set(files.flatMap(({ runId }) => runId ?? []))
  const runs =
    ids.size === 0
      ? []
      : await db
          .selectFrom('runs')
          .innerJoin('work', 'work.id', 'runs.id')
          .select(['runs.id', 'runs.engine', 'runs.engineVersion', 'runs.options', 'runs.quality', 'work.requestedAt'])
          .where('runs.id', 'in', [...ids])
          .execute()
  const byId = new Map(runs.map((run) => [run.id, madeBy(run)]))
  return ({ runId }) => byId.get(runId ?? '') ?? null
}

type MadeIn = Pick<Selectable<RunsTable>, 'engine' | 'engineVersion' | 'options' | 'quality'> & { requestedAt: Date }

export const madeBy = ({ engine, engineVersion, options, quality, requestedAt }: MadeIn): MadeBy => ({
  engine,
  time: requestedAt.toISOString(),
  version: engineVersion,
  options,
  accuracy: surfaceAccuracyOf(quality),
})

/** The names of the staff who attached published files of reports; null for all others. */
export async function reviewersOf(
  db: Database,
  files: readonly StoredFile[],
): Promise<(file: StoredFile) => string | null> {
  const names = await fullNamesOf(
    db,
    files.flatMap((file) => reviewerOf(file) ?? []),
  )
  return (file) => names.get(reviewerOf(file) ?? '') ?? null
}

const reviewerOf = ({ kind, publishedAt, addedBy }: StoredFile): string | null =>
  kind === 'REPORT' && publishedAt ? addedBy : null

import type { KnownLens } from '#domain/processing.ts'
import type { Database } from '../../adapters/db/schema.ts'

const RUNS_MAX = 50
/** In centimetres: a lens of a flight that may be bent more would bend the next one, too. */
const BOW_MAX = 5

/** Of the cameras of a customer, as the flight with the least bow found each. */
export async function knownLensesOf(db: Database, userId: string): Promise<KnownLens[]> {
  const runs = await db
    .selectFrom('runs')
    .innerJoin('work', 'work.id', 'runs.id')
    .innerJoin('analyses', 'analyses.id', 'runs.analysisId')
    .select('runs.quality')
    .where('analyses.accountId', '=', userId)
    .where('work.state', '=', 'DONE')
    .where('runs.engine', '=', 'preview')
    .orderBy('work.endedAt', 'desc')
    .orderBy('runs.id')
    .limit(RUNS_MAX)
    .execute()
  const straight = runs
    .flatMap(({ quality }) =>
      quality?.bowCm != null && quality.bowCm <= BOW_MAX ? [{ ...quality, bowCm: quality.bowCm }] : [],
    )
    .toSorted((one, other) => other.bowCm - one.bowCm)
  return [
    ...new Map(straight.flatMap(({ lenses = [] }) => lenses.map((lens) => [lens.serial, lens] as const))).values(),
  ]
}

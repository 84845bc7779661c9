import type { BodyOf } from '#contract/api.ts'
import { type FlightAnswers, NO_ANSWERS } from '#domain/flights.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireApproved } from '../../still-allowed.ts'
import { lockAnalysis } from '../analyses/queries.ts'
import { describeFlightJob } from '../files/derived.ts'
import { newestArchive } from './queries.ts'
import { storedAnswers } from './stored-answers.ts'

/** Keeps what a person says of a flight with its request, and has the photos looked at again. Idempotent. */
export async function answerFlight(
  deps: Pick<Deps, 'db' | 'queue' | 'now'>,
  actor: Actor,
  { analysisRequestId: id, ...said }: BodyOf<'answerFlight'>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await requireApproved(trx, actor)
    const { flightAnswers } = await lockAnalysis(trx, actor, id)
    const before = flightAnswers ?? NO_ANSWERS
    const after: FlightAnswers = {
      heightMetres: said.heightMetres === undefined ? before.heightMetres : said.heightMetres,
      controlPointsEpsg: said.controlPointsEpsg ?? before.controlPointsEpsg,
    }
    const stored = storedAnswers(after)
    if (stored === storedAnswers(before)) return
    await trx.updateTable('analyses').set({ flightAnswers: stored }).where('id', '=', id).execute()
    await audit(trx, actor, {
      at: deps.now(),
      action: 'flight.answered',
      subject: `analysis:${id}`,
      before: inWords(before),
      after: inWords(after),
    })
    const archive = await newestArchive(trx, id).select('files.id').executeTakeFirst()
    if (archive) await deps.queue.enqueue(trx, describeFlightJob, { fileId: archive.id })
  })
}

const inWords = ({ heightMetres, controlPointsEpsg }: FlightAnswers) => ({
  heightMetres,
  controlPoints: controlPointsEpsg.map(({ file, epsg }) => `${file}: EPSG:${epsg}`),
})

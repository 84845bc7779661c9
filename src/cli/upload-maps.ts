import { setTimeout as delay } from 'node:timers/promises'
import type { ReplyOf } from '#contract/api.ts'
import type { MapItem } from '#contract/maps.ts'
import { displayName } from '#domain/display-names.ts'
import { photoKindOf } from '#domain/trials.ts'
import { seconds } from '#domain/units.ts'
import { type MapsArguments, UsageError } from './arguments.ts'
import { type CliContext, sendFile } from './send-file.ts'
import type { Session } from './session.ts'
import { signedIn } from './signed-in.ts'
import { openSourceFile } from './source-file.ts'
import { mapCalls } from './upload-calls.ts'

const LOOK_EVERY_MS = seconds(2)
const TRIALS_A_PAGE = '100'

/** Adds finished maps to a project; with a trial, as its flights. What was sent before is not sent again. */
export async function uploadMaps(wanted: MapsArguments, context: CliContext): Promise<void> {
  const { stdout, signal } = context
  const files = await Promise.all(wanted.paths.map(openSourceFile))
  await signedIn(wanted, signal, async (session, projectType) => {
    const trial = wanted.trial === undefined ? undefined : await findTrial(session, wanted.trial)
    const there = (await session.call('listMaps', { query: { projectType }, signal })).data
    const maps: string[] = []
    for (const file of files) {
      const same = there.find(({ origin, fileName, originalBytes }) => {
        return origin === 'own' && fileName === file.name && originalBytes === file.size
      })
      if (same) stdout.write(`${displayName(file.name)} is there already.\n`)
      const details = { projectType, ...(trial && { trialId: trial.trialId }) }
      maps.push(same?.mapId ?? (await sendFile(mapCalls(session, details), file, context)))
    }
    if (trial) await addFlights(session, { trial, maps }, context)
  })
}

type Trial = { trialId: string; name: string }

async function findTrial({ call }: Pick<Session, 'call'>, wanted: string): Promise<Trial> {
  const trials: Trial[] = []
  for (let after: string | null = ''; after !== null; ) {
    const query: { pageSize: string; after?: string } = { pageSize: TRIALS_A_PAGE, ...(after && { after }) }
    const page: ReplyOf<'listTrials'> = await call('listTrials', { query })
    trials.push(...page.data)
    after = page.next
  }
  const named = trials.filter(({ trialId, name }) => trialId === wanted || name === wanted)
  if (named.length === 1 && named[0]) return named[0]
  if (named.length > 1) throw new UsageError(`Several trials are called ${wanted}. Pass the id from its address.`)
  const list = trials.map(({ name }) => `  ${name}`).join('\n')
  throw new UsageError(`You have no trial ${wanted}. ${list === '' ? 'Make it first.' : `Yours are:\n${list}`}`)
}

/** Each date becomes a flight: its photos, and its elevation where there is one. What has no date is said. */
async function addFlights(
  session: Pick<Session, 'call'>,
  { trial, maps }: { trial: Trial; maps: readonly string[] },
  { stdout, stderr, signal }: CliContext,
): Promise<void> {
  stdout.write('The maps are being prepared.\n')
  const prepared: MapItem[] = []
  for (const mapId of maps) prepared.push(await whenPrepared(session, mapId, signal))
  const usable = prepared.filter(({ fileName, state, reason, takenOn }) => {
    if (state !== 'READY') stderr.write(`${displayName(fileName)} is no map that can be used: ${reason}\n`)
    else if (takenOn === null)
      stderr.write(`${displayName(fileName)} says no date: name it like field_2026-07-01.tif\n`)
    return state === 'READY' && takenOn !== null
  })
  for (const [takenOn, ofDay] of Map.groupBy(usable, (map) => map.takenOn ?? '')) {
    const layers = ofDay.map(({ mapId, kind, bands }) => {
      return { mapId, kind: kind === 'elevation' ? kind : photoKindOf(bands ?? []) }
    })
    const body = { trialId: trial.trialId, takenOn, layers }
    await session.call('addTrialFlight', { body, signal }).then(
      () => stdout.write(`${takenOn} is a flight of ${trial.name}.\n`),
      (error: unknown) => stderr.write(`${takenOn}: ${error instanceof Error ? error.message : String(error)}\n`),
    )
  }
}

async function whenPrepared({ call }: Pick<Session, 'call'>, mapId: string, signal: AbortSignal): Promise<MapItem> {
  for (;;) {
    const [map] = (await call('listMaps', { query: { fileId: mapId }, signal })).data
    if (!map) throw new Error('A map was removed while it was prepared. Run the same command again.')
    if (map.state !== 'PREPARING') return map
    await delay(LOOK_EVERY_MS, undefined, { signal })
  }
}

import type { EngineOptionItem } from '#contract/processing.ts'
import type { EngineName } from '#domain/processing.ts'
import { seconds } from '#domain/units.ts'
import type { Deps } from '../../deps.ts'

const TIMEOUT_MS = seconds(10)

/** What can be set for a run on an engine. Empty, with a line in the log, where the engine doesn't say. */
export async function listEngineOptions(
  { engines, log }: Pick<Deps, 'engines' | 'log'>,
  { engine }: { engine: EngineName },
): Promise<EngineOptionItem[]> {
  try {
    return (await engines[engine]?.options(AbortSignal.timeout(TIMEOUT_MS))) ?? []
  } catch (error) {
    log.warn({ err: error, engine }, 'engine does not say its options')
    return []
  }
}

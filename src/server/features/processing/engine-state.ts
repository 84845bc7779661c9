import type { EngineName } from '#domain/processing.ts'
import type { EngineState } from '../../adapters/engines/engine.ts'
import type { Deps } from '../../deps.ts'

const NOT_SET_UP = { isReady: false, reason: 'It is not set up.', capacity: 0 }

/** An engine that doesn't answer has no room, so that its runs wait. */
export async function stateOf(
  { engines, log }: Pick<Deps, 'engines' | 'log'>,
  engine: EngineName,
): Promise<Omit<EngineState, 'away'>> {
  try {
    return (await engines[engine]?.state()) ?? NOT_SET_UP
  } catch (error) {
    log.warn({ err: error, engine }, 'engine does not say its state')
    return { isReady: false, reason: 'It does not answer.', capacity: 0 }
  }
}

import { ENGINE_NAMES, type EngineName, type RunStage } from '#domain/processing.ts'
import { type Engine, RunFailed } from '../../adapters/engines/engine.ts'
import type { Engines } from '../../adapters/engines/open-engines.ts'
import type { Metrics } from './metrics.ts'

/** Wraps the engines to count how runs end, and how long their stages take. */
export function instrumentEngines(engines: Engines, metrics: Metrics): Engines {
  const watched = { ...engines }
  for (const name of ENGINE_NAMES) {
    const engine = engines[name]
    watched[name] = engine && instrumentEngine(name, engine, metrics)
  }
  return watched
}

const instrumentEngine = (name: EngineName, engine: Engine, { runsEnded, stageSeconds }: Metrics): Engine => ({
  ...engine,
  run: async (order) => {
    let current: { stage: RunStage; ended: () => void } | undefined
    const enter = (stage: RunStage) => {
      if (current?.stage === stage) return
      current?.ended()
      current = { stage, ended: stageSeconds.startTimer({ engine: name, stage }) }
    }
    try {
      const quality = await engine.run({
        ...order,
        report: (stage, fraction) => {
          enter(stage)
          order.report(stage, fraction)
        },
      })
      runsEnded.inc({ engine: name, outcome: 'done' })
      return quality
    } catch (error) {
      const outcome = order.signal.aborted ? 'stopped' : error instanceof RunFailed ? 'refused' : 'broken'
      runsEnded.inc({ engine: name, outcome })
      throw error
    } finally {
      current?.ended()
    }
  },
})

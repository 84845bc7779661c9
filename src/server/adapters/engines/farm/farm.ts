// The engine of nodes: NodeODM and NodeODX (docs/decisions/047-farm.md). Our own queue decides what runs; nodes may forget all they know.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OUTPUT_NAMES } from '#domain/analyses.ts'
import type { Compute } from '#server/compute/pool.ts'
import { type LeftOn, leftOnDisk } from '../../storage/incoming/free-space.ts'
import { type Engine, type EngineOrder, type EngineState, RunFailed, type RunQuality } from '../engine.ts'
import { MAIN_KINDS, PRODUCTS_OF } from './assets.ts'
import { type Clock, realClock } from './clock.ts'
import { discardTasks } from './discard-tasks.ts'
import { resultBytesMax } from './fetch-result.ts'
import type { KeptProducts } from './keep-products.ts'
import type { FarmNode } from './node-address.ts'
import { type NodeLimits, openNode } from './node-client.ts'
import { createNodePlaces, type NodeView } from './node-places.ts'
import { openRun } from './open-run.ts'
import { qualityOf } from './quality.ts'
import { recall } from './remembered.ts'
import { FARM_TIMES, type FarmTimes, type Task } from './run-context.ts'
import { runTasks } from './run-tasks.ts'
import { takeResult } from './take-result.ts'
import { taskUuid } from './task-uuid.ts'

export type FarmSettings = {
  nodes: readonly FarmNode[]
  /** Of this machine, for results while they are checked. */
  folder: string
  compute: Pick<Compute, 'run'>
  clock?: Clock
  times?: FarmTimes
  limits?: NodeLimits
  resultBytesMax?: number
  leftOn?: LeftOn
}

export function createFarm(settings: FarmSettings): Engine {
  const { nodes, folder, compute, clock = realClock, times = FARM_TIMES, leftOn = leftOnDisk } = settings
  const clients = nodes.map((node) => openNode(node, settings.limits))
  const places = createNodePlaces(clients, { clock })
  const find = (url: string | undefined) => clients.find(({ node }) => node.url === url)
  const scratchOf = (runId: string) => join(folder, `farm-${taskUuid({ runId, attempt: 0, begin: 0 })}`)

  const run = async (order: EngineOrder): Promise<RunQuality> => {
    const { context, notes } = openRun(order, { clock, times })
    const scratch = scratchOf(order.runId)
    try {
      await rm(scratch, { recursive: true, force: true })
      await mkdir(scratch, { recursive: true, mode: 0o700 })
      const target = {
        path: join(scratch, 'all.zip'),
        bytesMax: settings.resultBytesMax ?? resultBytesMax(order.photos),
        leftOn,
      }
      const take = (task: Task) => takeResult(context, task, { target, compute })
      return judge(order, await runTasks(context, { places, find, take }), notes)
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }
  return {
    run,
    discard: async ({ runId, remembered }) => {
      await rm(scratchOf(runId), { recursive: true, force: true })
      await discardTasks(recall(remembered), { find, clock })
    },
    state: async () => stateOf(await places.look()),
    // Nodes of a farm are alike; where they are not, the run says which option its node doesn't have.
    options: async (signal) => {
      for (const { client, info } of await places.look()) if (info) return client.options(signal)
      return []
    },
  }
}

function stateOf(views: readonly NodeView[]): EngineState {
  const usable = views.filter(({ info, isDrained }) => info && !isDrained)
  const problems = views.flatMap(({ client, problem }) => (problem === null ? [] : [`${client.name}: ${problem}`]))
  return {
    isReady: usable.some(({ free }) => free > 0),
    reason:
      problems.join('; ') ||
      (usable.some(({ free }) => free > 0) ? null : 'All nodes are busy or taken out of service.'),
    capacity: usable.reduce((sum, { info }) => sum + (info?.maxParallelTasks ?? 1), 0),
    away: problems.length,
  }
}

/** Rejects with RunFailed where nothing came of the run. */
function judge({ outputs, photos, log }: EngineOrder, products: KeptProducts, notes: readonly string[]): RunQuality {
  const { kept, refused, statistics } = products
  for (const line of refused) log(line)
  if (!kept.some(({ kind }) => MAIN_KINDS.includes(kind)))
    throw new RunFailed('The node made nothing that can be used.', {
      advice: 'Look at its log. Run again, on another node if you can.',
      evidence: refused,
    })
  const names = new Set(kept.map(({ fileName }) => fileName))
  const missing = outputs.flatMap((output) => {
    const without = PRODUCTS_OF[output].filter((name) => !names.has(name))
    return without.length === 0 ? [] : [`For ${OUTPUT_NAMES[output]}, ${without.join(' and ')} is missing.`]
  })
  return qualityOf(photos.length, statistics, [...notes, ...missing, ...refused])
}

import type { FarmNode } from '../adapters/engines/farm/node-address.ts'
import { openNode } from '../adapters/engines/farm/node-client.ts'
import { type DoctorContext, type Finding, fail, ok, reasonOf, skipped } from './finding.ts'

/** Asks each node of the farm what it is. */
export async function* checkFarm({ config }: DoctorContext): AsyncGenerator<Finding> {
  if (config.farmNodes.length === 0) yield skipped('farm', 'not configured (ENGINE_URLS)')
  yield* await Promise.all(config.farmNodes.map(checkNode))
}

async function checkNode(node: FarmNode): Promise<Finding> {
  const { name, info } = openNode(node)
  try {
    const { engine, engineVersion, maxParallelTasks, taskQueueCount } = await info(new AbortController().signal)
    const software = [engine, engineVersion].filter(Boolean).join(' ') || 'a node'
    const drained = node.isDrained ? ', gets no new runs (ENGINES_DRAINED)' : ''
    return ok('farm', `${name} is ${software}, ${taskQueueCount} of ${maxParallelTasks ?? 1} runs at work${drained}`)
  } catch (error) {
    return fail(
      'farm',
      `${name} can't be used: ${reasonOf(error)}`,
      'Start that node, allow connections to it from this machine, or correct ENGINE_URLS and ENGINE_TOKENS.',
    )
  }
}

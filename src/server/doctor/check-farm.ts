import { seconds } from '#domain/units.ts'
import { openNode } from '../adapters/engines/farm/node-client.ts'
import { type DoctorContext, type Finding, fail, ok, reasonOf, skipped } from './finding.ts'

const TIMEOUT_MS = seconds(10)

/** Asks each node of the farm what it is. */
export async function* checkFarm({ config }: DoctorContext): AsyncGenerator<Finding> {
  if (config.farmNodes.length === 0) yield skipped('farm', 'not configured (ENGINE_URLS)')
  for (const node of config.farmNodes) {
    const { name, info } = openNode(node)
    try {
      const { engine, engineVersion, maxParallelTasks, taskQueueCount } = await info(AbortSignal.timeout(TIMEOUT_MS))
      const software = [engine, engineVersion].filter(Boolean).join(' ') || 'a node'
      const drained = node.isDrained ? ', gets no new runs (ENGINES_DRAINED)' : ''
      yield ok('farm', `${name} is ${software}, ${taskQueueCount} of ${maxParallelTasks ?? 1} runs at work${drained}`)
    } catch (error) {
      yield fail(
        'farm',
        `${name} can't be used: ${reasonOf(error)}`,
        'Start that node, allow connections to it from this machine, or correct ENGINE_URLS and ENGINE_TOKENS.',
      )
    }
  }
}

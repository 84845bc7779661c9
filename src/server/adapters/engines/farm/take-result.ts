// Fetches the result of a task, and keeps the products in it.
import { UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { formatBytes } from '#domain/units.ts'
import type { Compute } from '#server/compute/pool.ts'
import { RunFailed } from '../engine.ts'
import { fetchResult, ResultTooLarge, type Target } from './fetch-result.ts'
import { type KeptProducts, keepProducts } from './keep-products.ts'
import { isUnknownTask, NodeRefused } from './node-client.ts'
import type { RunContext, Task } from './run-context.ts'

const TRIES = 3

type Taking = { target: Target; compute: Pick<Compute, 'run'> }

/** Undefined where the node has lost it. Rejects with RunFailed, and with NodeUnavailable where the node doesn't answer. */
export async function takeResult(
  context: RunContext,
  task: Task,
  { target, compute }: Taking,
): Promise<KeptProducts | undefined> {
  const { order } = context
  for (let tries = 0; ; tries += 1) {
    try {
      await fetchResult(context, task, target)
      return await keepProducts(order, { path: target.path, compute })
    } catch (error) {
      if (isUnknownTask(error)) return undefined
      if (error instanceof ResultTooLarge)
        throw new RunFailed(`The result is larger than ${formatBytes(target.bytesMax)}.`, {
          advice: 'Order fewer outputs, or use coarser pixels.',
          suggestedOptions: { 'orthophoto-resolution': 5, 'dem-resolution': 10, 'pc-quality': 'medium' },
        })
      if (error instanceof NodeRefused) throw unusable(error.message)
      if (!(error instanceof UnreadableArchiveError)) throw error
      if (tries + 1 >= TRIES) throw unusable('all.zip is damaged, each time it is fetched')
      order.log('The result is damaged. It is fetched again.')
    }
  }
}

const unusable = (evidence: string): RunFailed =>
  new RunFailed('The result of the node is not usable.', {
    advice: 'Check the disk of that node, and run again.',
    evidence: [evidence],
  })

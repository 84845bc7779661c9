// A fake node in a process of its own, beside a product that runs as people start it. It says its address, takes what changes about
// it, and ends with its parent.
import { type FakeNode, startFakeNode } from './fake-node.ts'
import { DAMAGED_MAP, RESULT, zipOf } from './farm-runs.ts'

/** `damaged`: the path of a map in the result that can't be prepared for viewing. */
export type NodeChanges = Partial<Pick<FakeNode, 'course' | 'options' | 'result'>> & { damaged?: string | null }

const node = await startFakeNode()
node.result = zipOf(RESULT)
process.on('message', ({ damaged, ...changes }: NodeChanges) => {
  if (damaged !== undefined) node.result = zipOf({ ...RESULT, ...(damaged === null ? {} : { [damaged]: DAMAGED_MAP }) })
  Object.assign(node, changes)
  process.send?.('changed')
})
process.on('disconnect', () => process.exit())
process.send?.(node.url)

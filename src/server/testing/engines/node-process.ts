// A fake node in a process of its own, beside a product that runs as people start it. It says its address, takes what changes about
// it, and ends with its parent.
import { type FakeNode, startFakeNode } from './fake-node.ts'
import { DAMAGED_MAP, RESULT, zipOf } from './farm-runs.ts'

type Changes = Partial<Pick<FakeNode, 'course' | 'result'>> & {
  /** Whether it says its options. */
  hasOptions?: boolean
  /** The path of a map in the result that can't be prepared for viewing. */
  damaged?: string
}

const node = await startFakeNode()
const { options } = node
node.result = zipOf(RESULT)
process.on('message', ({ hasOptions = true, damaged, ...changes }: Changes) => {
  node.options = hasOptions ? options : []
  node.result = zipOf({ ...RESULT, ...(damaged !== undefined && { [damaged]: DAMAGED_MAP }) })
  Object.assign(node, changes)
  process.send?.('changed')
})
process.on('disconnect', () => process.exit())
process.send?.(node.url)

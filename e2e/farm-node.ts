// @ts-expect-error The tools have no types.
import { startFarmNode } from '../tools/lib/farm-node.mjs'
import { test as base } from './fixtures.ts'

type NodeState = { code: number; progress?: number; errorMessage?: string }
type NodeChanges = { course?: NodeState[]; hasOptions?: boolean; damaged?: string }
export type FarmNode = { url: string; change: (changes: NodeChanges) => Promise<void> }

/** What each look at a task answers; the last one stays. */
export const UNDER_WAY: NodeState = { code: 20, progress: 40 }
export const COMPLETED: NodeState = { code: 40, progress: 100 }
export const failing = (errorMessage: string): NodeState => ({ code: 30, errorMessage })

/** A server whose farm is one node in a process of its own, and which finds no programs for previews. */
export const test = base.extend<object, { node: FarmNode }>({
  node: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its pattern
    async ({}, use) => {
      const node = await startFarmNode()
      await use(node)
      node.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  settings: [async ({ node }, use) => use({ ENGINE_URLS: node.url, PATH: '' }), { scope: 'worker' }],
})

// Which node takes a run next. No node is given more than it works on at once: what is full waits.
import { seconds } from '#domain/units.ts'
import type { Clock } from './clock.ts'
import { type NodeClient, type NodeInfo, NodeRefused } from './node-client.ts'
import { NodeUnavailable } from './node-http.ts'

const KNOWN_MS = seconds(5)

export type NodeView = {
  client: NodeClient
  /** Null while it doesn't answer. */
  info: NodeInfo | null
  problem: string | null
  isDrained: boolean
  /** Runs that it would begin at once. */
  free: number
}

type Wanted = { photos: number; avoid: ReadonlySet<string>; signal: AbortSignal }
export type NodePlace = {
  client: NodeClient
  /** The node counts the run itself from now on. */
  committed: () => void
  release: () => void
}
export type NodePlaces = ReturnType<typeof createNodePlaces>

type Counts = { sending: number; all: number }

export function createNodePlaces(clients: readonly NodeClient[], { clock }: { clock: Clock }) {
  const counts = new Map<NodeClient, Counts>(clients.map((client) => [client, { sending: 0, all: 0 }]))
  const known = new Map<NodeClient, { at: number; answer: Promise<Pick<NodeView, 'info' | 'problem'>> }>()

  const lookAt = (client: NodeClient): Promise<Pick<NodeView, 'info' | 'problem'>> => {
    const last = known.get(client)
    if (last && clock.now() - last.at < KNOWN_MS) return last.answer
    // Others wait for the same answer, so no one's signal ends it.
    const answer = askInfo(client)
    known.set(client, { at: clock.now(), answer })
    return answer
  }
  const freeOf = (client: NodeClient, { info, isDrained }: Pick<NodeView, 'info' | 'isDrained'>): number => {
    if (!info || isDrained) return 0
    const { sending, all } = counts.get(client) ?? { sending: 0, all: 0 }
    return Math.max(0, (info.maxParallelTasks ?? 1) - Math.max(info.taskQueueCount + sending, all))
  }
  const look = async (): Promise<NodeView[]> => {
    const answers = await Promise.all(clients.map(lookAt))
    return clients.map((client, at) => {
      const { info = null, problem = null } = answers[at] ?? {}
      const { isDrained } = client.node
      return { client, info, problem, isDrained, free: freeOf(client, { info, isDrained }) }
    })
  }
  const hold = (client: NodeClient, isCommitted: boolean): NodePlace => {
    const count = counts.get(client) ?? { sending: 0, all: 0 }
    let isSending = !isCommitted
    let isHeld = true
    count.all += 1
    if (isSending) count.sending += 1
    const committed = () => {
      if (isSending) count.sending -= 1
      isSending = false
      known.delete(client)
    }
    const release = () => {
      if (isHeld) count.all -= 1
      isHeld = false
      committed()
    }
    return { client, committed, release }
  }
  return {
    look,
    /** For a run that has its task there already. */
    hold: (client: NodeClient) => hold(client, true),
    /** A place, or why there is none now. `fits` is false where no node takes so many photos. */
    take: async ({ photos, avoid, signal }: Wanted): Promise<NodePlace | { reason: string; fits: boolean }> => {
      // Others may have taken a place while this one waited for the answers.
      const views = (await look()).map((view) => ({ ...view, free: freeOf(view.client, view) }))
      signal.throwIfAborted()
      const usable = views.filter(({ info, isDrained }) => info && !isDrained)
      const large = usable.filter(({ info }) => (info?.maxImages ?? Number.POSITIVE_INFINITY) >= photos)
      // Those that failed this run come last.
      const [best] = large
        .filter(({ free }) => free > 0)
        .toSorted((a, b) => Number(avoid.has(a.client.node.url)) - Number(avoid.has(b.client.node.url)) || order(a, b))
      if (best) return hold(best.client, false)
      return { reason: reasonOf(views, usable, large), fits: large.length > 0 || usable.length < views.length }
    },
  }
}

/** The smallest that is large enough first, then the one with most room. */
function order(a: NodeView, b: NodeView): number {
  const [one, other] = [a.info?.maxImages ?? Number.MAX_SAFE_INTEGER, b.info?.maxImages ?? Number.MAX_SAFE_INTEGER]
  return one - other || b.free - a.free
}

function reasonOf(views: readonly NodeView[], usable: readonly NodeView[], large: readonly NodeView[]): string {
  if (large.length > 0) return 'All nodes are busy.'
  if (usable.length > 0) return 'No node that answers takes so many photos.'
  if (views.every(({ isDrained }) => isDrained)) return 'All nodes are taken out of service.'
  const problems = views.flatMap(({ client, problem }) => (problem === null ? [] : [`${client.name}: ${problem}`]))
  return `No node can be used: ${problems.slice(0, 5).join('; ')}.`
}

async function askInfo(client: NodeClient): Promise<Pick<NodeView, 'info' | 'problem'>> {
  try {
    return { info: await client.info(new AbortController().signal), problem: null }
  } catch (error) {
    if (error instanceof NodeUnavailable || error instanceof NodeRefused) return { info: null, problem: error.message }
    throw error
  }
}

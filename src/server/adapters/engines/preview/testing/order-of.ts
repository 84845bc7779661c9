import type { EngineOrder, EnginePhoto } from '../../engine.ts'

type Photos = readonly { name: string; jpeg: Buffer }[]

/** An order that keeps its products in memory, and how far its run said that it is. */
export function orderOf(photos: Photos, signal = new AbortController().signal) {
  const products = new Map<string, Uint8Array>()
  const seen: number[] = []
  const versions: string[] = []
  const order: EngineOrder = {
    runId: 'run',
    attempt: 1,
    photos: photos.map(
      ({ name, jpeg }): EnginePhoto => ({ name, bytes: jpeg.length, position: null, open: () => one(jpeg) }),
    ),
    files: [],
    lenses: [],
    outputs: ['orthomosaic'],
    options: {},
    remembered: null,
    remember: () => Promise.resolve(),
    noteVersion: async (version) => void versions.push(version),
    report: (stage, fraction) => stage === 'running' && seen.push(fraction),
    log: () => undefined,
    keep: async ({ fileName, open }) => void products.set(fileName, await bytesOf(open())),
    signal,
  }
  return { order, products, seen, versions }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

import sharp from 'sharp'
import type { RunQuality } from '#domain/processing.ts'
import type { Engine, EngineOrder, EngineProduct } from '#server/adapters/engines/engine.ts'

/** A small engine of tests. Each test says what its `run` does. */
export type TestEngine = Engine & {
  orders: EngineOrder[]
  discarded: Parameters<Engine['discard']>[0][]
  capacity: number
  work: (order: EngineOrder) => Promise<void>
}

export const QUALITY: RunQuality = {
  photos: 5,
  usedPhotos: 5,
  reprojectionPixels: 0.5,
  gpsHorizontalMetres: 0.6,
  gpsVerticalMetres: 0.4,
  groundTiltDegrees: 1,
  focalRatio: 1.003,
  gsdCm: 1.7,
  areaHectares: 0.2,
  refusedShare: 0.1,
  noiseCm: 1.4,
  level: 'gps',
  tiltPercent: 0.3,
  bowCm: 4.2,
  lenses: [{ serial: 'SN1', k1: -0.02, k2: 0.004 }],
  notes: ['Preview, GPS accuracy'],
}

export function createTestEngine(work: TestEngine['work'] = keepAll): TestEngine {
  const engine: TestEngine = {
    orders: [],
    discarded: [],
    capacity: 4,
    work,
    run: async (order) => {
      engine.orders.push(order)
      await order.noteVersion('COLMAP 3.8, GDAL 3.6.2')
      await engine.work(order)
      return QUALITY
    },
    discard: async (run) => void engine.discarded.push(run),
    options: async () => [],
    state: async () => ({ isReady: true, reason: null, capacity: engine.capacity, away: 0 }),
  }
  return engine
}

export const product = (
  fileName: string,
  content: Buffer | string,
  kind: EngineProduct['kind'] = 'other',
): EngineProduct => ({
  fileName,
  kind,
  purpose: `What ${fileName} is for.`,
  bytes: Buffer.byteLength(content),
  open: async function* () {
    yield Buffer.from(content)
  },
})

/** Pixels of 2 cm near Lamberton, Minnesota, placed by the world file beside them. */
export async function mapProducts(): Promise<EngineProduct[]> {
  const raster = sharp({ create: { width: 70, height: 60, channels: 3, background: '#5fa657' } })
  return [
    product('orthomosaic.tfw', '0.02\n0\n0\n-0.02\n300000.01\n4900011.99\n'),
    product('orthomosaic.tif', await raster.tiff().toBuffer(), 'orthomosaic'),
    product('quality.txt', 'Preview, GPS accuracy', 'report'),
  ]
}

async function keepAll({ report, log, keep }: EngineOrder): Promise<void> {
  report('sending', 1)
  log('All photos are here')
  report('running', 1)
  for (const one of await mapProducts()) await keep(one)
  report('checking', 1)
}

/** Waits in a stage until the run is told to stop. */
export const stayIn =
  (stage: Parameters<EngineOrder['report']>[0], reached: () => void): TestEngine['work'] =>
  async ({ report, signal, keep }) => {
    report(stage, 0.5)
    if (stage === 'checking') await keep(product('first.txt', 'first'))
    reached()
    const stopped = Promise.withResolvers<never>()
    const stop = () => stopped.reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    await stopped.promise
  }

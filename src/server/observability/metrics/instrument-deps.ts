import type { Counter } from 'prom-client'
import { AppError } from '#domain/errors.ts'
import { EmailError } from '../../adapters/email/transport.ts'
import type { JobRun } from '../../adapters/queue/queue.ts'
import type { LocalStorage } from '../../adapters/storage/local/local-storage.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import type { Deps } from '../../deps.ts'
import { instrumentEngines } from './instrument-engines.ts'
import type { Metrics } from './metrics.ts'

/** Wraps the deps to count their calls. */
export function instrumentDeps(deps: Deps, metrics: Metrics): Deps {
  const { embeddedStore, mail } = deps
  const watched = embeddedStore && {
    ...instrumentStore(embeddedStore, metrics),
    ...countDownloads(embeddedStore, metrics),
    ...countAppended(embeddedStore, metrics),
  }
  return {
    ...deps,
    storage: watched ?? instrumentStore(deps.storage, metrics),
    embeddedStore: watched,
    engines: instrumentEngines(deps.engines, metrics),
    mail: {
      send: async (email) => {
        try {
          await mail.send(email)
          metrics.emails.inc({ outcome: 'sent' })
        } catch (error) {
          metrics.emails.inc({ outcome: error instanceof EmailError ? error.kind : 'transient' })
          throw error
        }
      },
    },
  }
}

export const instrumentJobs = (runs: readonly JobRun<Deps>[], metrics: Metrics): JobRun<Deps>[] =>
  runs.map(({ job, run }) => ({
    job,
    run: async (deps, payload: never, attempt) => {
      const ended = metrics.jobSeconds.startTimer({ kind: job.name })
      try {
        await run(deps, payload, attempt)
        metrics.jobRuns.inc({ kind: job.name, outcome: 'done' })
      } catch (error) {
        metrics.jobRuns.inc({ kind: job.name, outcome: 'failed' })
        throw error
      } finally {
        ended()
      }
    },
  }))

function instrumentStore<Store extends Storage>(store: Store, metrics: Metrics): Store {
  const { storeErrors: errors, partsReceived, partBytesReceived } = metrics
  const watch = watchOperations(errors)
  return {
    ...store,
    openUpload: (upload) => watch('open-upload', () => store.openUpload(upload)),
    putPart: async (part) => {
      const received = await watch('put-part', () => store.putPart(part))
      partsReceived.inc()
      partBytesReceived.inc(received.size)
      return received
    },
    listParts: (upload) => watch('list-parts', () => store.listParts(upload)),
    completeUpload: (upload) => watch('complete-upload', () => store.completeUpload(upload)),
    discard: (upload) => watch('discard', () => store.discard(upload)),
    remove: (object) => watch('remove', () => store.remove(object)),
    check: () => watch('check', () => store.check()),
    read: (object) => countErrors(store.read(object), (error) => countFailure(errors, 'read', error)),
    listUploads: () => countErrors(store.listUploads(), (error) => countFailure(errors, 'list-uploads', error)),
  }
}

const watchOperations =
  (errors: Metrics['storeErrors']) =>
  async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      countFailure(errors, operation, error)
      throw error
    }
  }

function countFailure(errors: Counter<'operation'>, operation: string, error: unknown): void {
  const isOurs = error instanceof AppError ? ['unavailable', 'storage-full'].includes(error.code) : !isSenderGone(error)
  if (isOurs) errors.inc({ operation })
}

/** The sender of a part may disconnect. */
const isSenderGone = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'ECONNRESET'

async function* countErrors<T>(pieces: AsyncIterable<T>, failed: (error: unknown) => void): AsyncGenerator<T> {
  try {
    yield* pieces
  } catch (error) {
    failed(error)
    throw error
  }
}

const countDownloads = (store: LocalStorage, { downloadBytes }: Metrics): Pick<LocalStorage, 'findObject'> => ({
  findObject: async (key) => {
    const object = await store.findObject(key)
    return {
      ...object,
      read: async function* (range) {
        for await (const piece of object.read(range)) {
          downloadBytes.inc(piece.byteLength)
          yield piece
        }
      },
    }
  },
})

const countAppended = (
  store: LocalStorage,
  { storeErrors, partsReceived, partBytesReceived }: Metrics,
): Pick<LocalStorage, 'appendPart'> => ({
  appendPart: async (part) => {
    const received = await watchOperations(storeErrors)('put-part', () => store.appendPart(part))
    partsReceived.inc()
    partBytesReceived.inc(received.size - part.start.size)
    return received
  },
})

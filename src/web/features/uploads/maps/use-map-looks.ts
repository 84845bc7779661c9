import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isBesideMap, isGeoTiff } from '#domain/maps.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import { startWorker } from '#web/lib/start-worker.ts'
import type { QueuedFile } from '../upload-queue.ts'
import type { LookOrder, LookReport, MapLook } from './look-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './look-worker.ts?worker&url'

type Unpacking = { fraction: number } | { problem: string } | null

const send = (worker: Worker | undefined, order: LookOrder): void => worker?.postMessage(order, [])

const stemOf = (name: string): string => name.slice(0, name.lastIndexOf('.')).toLowerCase()
const isBeside = (name: string, other: UploadSource): other is File =>
  other instanceof File && isBesideMap(other.name) && stemOf(other.name) === stemOf(name)

/** What chosen files say of themselves, by their keys, and the maps of an archive, which `onUnpacked` gets. */
export function useMapLooks(files: readonly QueuedFile[], onUnpacked: (files: File[]) => void) {
  const [looks, setLooks] = useState<ReadonlyMap<number, MapLook>>(new Map())
  const [unpacking, setUnpacking] = useState<Unpacking>(null)
  const running = useRef<Worker>(undefined)
  const asked = useRef(new Set<number>())
  const receive = useEffectEvent(onUnpacked)
  useEffect(() => {
    const worker = startWorker(workerAddress)
    const keys = asked.current
    running.current = worker
    worker.addEventListener('message', ({ data }: MessageEvent<LookReport>) => {
      if ('look' in data) setLooks((before) => new Map(before).set(data.key, data.look))
      else if ('unpacked' in data) {
        setUnpacking(null)
        receive(data.unpacked)
      } else setUnpacking(data)
    })
    return () => {
      worker.terminate()
      keys.clear()
    }
  }, [])
  useEffect(() => {
    for (const { key, file } of files) {
      if (asked.current.has(key) || !(file instanceof File) || !isGeoTiff(file.name)) continue
      asked.current.add(key)
      const beside = files.flatMap(({ file: other }) => (isBeside(file.name, other) ? [other] : []))
      send(running.current, { key, file, beside })
    }
  }, [files])
  return {
    looks,
    unpacking,
    unpack: (archive: File) => {
      setUnpacking({ fraction: 0 })
      send(running.current, { archive })
    },
  }
}

import { inspectFile } from '#domain/archive/inspect-file.ts'
import type { Inspection } from '#domain/archive/inspection.ts'
import type { UploadSource } from './upload-source.ts'

/** Looks into a file on the sender's computer before any of it is sent: reads some KiB, or some MiB of a long table of contents. */
export const inspectSource = (source: UploadSource): Promise<Inspection> =>
  inspectFile({
    name: source.name,
    size: source.size,
    readRange: async (from, to) => new Uint8Array(await source.slice(from, to).arrayBuffer()),
  })

import { inspectFile } from '#domain/archive/inspect-file.ts'
import type { Inspection } from '#domain/archive/inspection.ts'
import type { UploadSource } from './upload-source.ts'

/**
 * Inspects a file on the sender's computer before the upload. It reads some KiB, or some MiB if the table of contents is long.
 */
export const inspectSource = (source: UploadSource): Promise<Inspection> =>
  inspectFile({
    name: source.name,
    size: source.size,
    readRange: async (from, to) => new Uint8Array(await source.slice(from, to).arrayBuffer()),
  })

import { inspectFile } from '#domain/archive/inspect-file.ts'
import { defineWork } from './work.ts'

// biome-ignore lint/style/noDefaultExport: the pool looks for it.
export default defineWork((file: { name: string; size: number }, readRange) => inspectFile({ ...file, readRange }))

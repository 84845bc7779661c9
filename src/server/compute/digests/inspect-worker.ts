import { inspectFile } from '#domain/archive/inspect-file.ts'
import { defineThreadWork } from '../thread-work.ts'

export const work = defineThreadWork((file: { name: string; size: number }, readRange) =>
  inspectFile({ ...file, readRange }),
)

import { inspectFile } from '#domain/archive/inspect-file.ts'
import { defineWork } from '../work.ts'

export const work = defineWork((file: { name: string; size: number }, readRange) => inspectFile({ ...file, readRange }))

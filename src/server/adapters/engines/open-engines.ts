import { join } from 'node:path'
import type { EngineName } from '#domain/processing.ts'
import type { Config } from '../../config/config.ts'
import type { Engine } from './engine.ts'
import { openPreviewEngine } from './preview/preview-engine.ts'

/** Null for an engine that is not set up. */
export type Engines = Record<EngineName, Engine | null>

export const openEngines = ({ dataDir }: Pick<Config, 'dataDir'>): Engines => ({
  farm: null,
  preview: openPreviewEngine(join(dataDir, 'scratch', 'preview')),
})

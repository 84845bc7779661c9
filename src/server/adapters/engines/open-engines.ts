import { join } from 'node:path'
import type { EngineName } from '#domain/processing.ts'
import type { Config } from '../../config/config.ts'
import type { Engine } from './engine.ts'
import { openPreviewEngine } from './preview/preview-engine.ts'
import { removeLeftovers } from './preview/scratch.ts'

/** Null for an engine that is not set up. */
export type Engines = Record<EngineName, Engine | null>

/** What a killed product left running or lying there is gone when this resolves. */
export async function openEngines({ dataDir }: Pick<Config, 'dataDir'>): Promise<Engines> {
  const scratch = join(dataDir, 'scratch', 'preview')
  await removeLeftovers(scratch)
  return { farm: null, preview: openPreviewEngine(scratch) }
}

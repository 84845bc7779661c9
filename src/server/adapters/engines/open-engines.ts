import { join } from 'node:path'
import type { EngineName } from '#domain/processing.ts'
import type { Compute } from '../../compute/pool.ts'
import type { Config } from '../../config/config.ts'
import type { Engine } from './engine.ts'
import { createFarm } from './farm/farm.ts'
import { openPreviewEngine } from './preview/preview-engine.ts'
import { removeLeftovers } from './preview/scratch.ts'

/** Null for an engine that is not set up. */
export type Engines = Record<EngineName, Engine | null>

type Opening = Pick<Config, 'dataDir' | 'farmNodes'> & { compute: Compute }

/** What a killed product left running or lying there is gone when this resolves. */
export async function openEngines({ dataDir, farmNodes: nodes, compute }: Opening): Promise<Engines> {
  const folder = join(dataDir, 'scratch')
  const ofPreview = join(folder, 'preview')
  await removeLeftovers(ofPreview)
  return {
    farm: nodes.length > 0 ? createFarm({ nodes, folder, compute }) : null,
    preview: openPreviewEngine(ofPreview),
  }
}

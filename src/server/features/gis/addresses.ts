import type { TrialAddresses } from '#contract/trial-addresses.ts'
import { momentInName } from '#domain/trials.ts'
import { zoomsOf } from '#imagery/tiles/web-mercator.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { indicesOf } from './tiles/map-looks.ts'
import { GIS_PREFIX, keyOf } from './trial-key.ts'
import type { TrialLayer } from './trial-layers.ts'

type Of = { tokenId: string; trial: Pick<Trial, 'id'>; layers: readonly TrialLayer[] }

/** All addresses of a trial for a token. The last part of that of a map is there to be read, by people and as its layer's name. */
export function addressesOf(
  deps: Pick<Deps, 'keys'> & WithConfig<'publicUrl'>,
  { tokenId, trial, layers }: Of,
): TrialAddresses {
  const site = deps.config.publicUrl.replace(/\/$/, '')
  const base = `${site}${GIS_PREFIX}/${trial.id}/${keyOf(deps, { tokenId, trialId: trial.id })}`
  return {
    plots: `${base}/plots.geojson`,
    codebook: `${base}/codebook.csv`,
    means: `${base}/means.csv`,
    qgis: `${base}/trial.qlr`,
    stac: `${base}/stac.json`,
    layers: layers.map(({ fileId, fileName, kind, moment, ...of }) => ({
      fileId,
      name: fileName,
      kind,
      moment,
      url: `${base}/maps/${fileId}/${momentInName(moment)}_${kind}.tif`,
      tiles: zoomsOf(of.facts) && `${base}/maps/${fileId}/tiles.json`,
      indices: indicesOf(of).map(({ id }) => id),
    })),
  }
}

import type { TrialAddresses } from '#contract/trial-addresses.ts'
import { markup } from '#domain/markup.ts'
import { LAYER_NAMES } from '#domain/trial-words.ts'
import { limitsOf } from '#imagery/traits/derived/colour-scale.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import type { ExportColumn } from '../../compute/trials/exports/export-table.ts'
import { graduatedRenderer } from '../../compute/trials/exports/qgis-style.ts'
import type { Deps } from '../../deps.ts'
import { loadExportTable } from '../trials/exports/load-export-table.ts'
import { newestDoneMeasurement } from '../trials/measuring/newest-done.ts'
import type { TrialLayer } from './trial-layers.ts'

type Of = { trial: Trial; layers: readonly TrialLayer[]; addresses: TrialAddresses }
type Layer = {
  id: string
  name: string
  /** As GDAL opens it. */
  source: string
  provider: 'gdal' | 'ogr'
  epsg: number | null
  renderer: string
  isShown: boolean
}

/** The trait that colours the plots: the first of these that was measured. */
const MAIN_TRAITS = ['canopyCover', 'canopyHeight', 'NGRDI']
const WGS84 = 4326

/** All layers of a trial for QGIS: the plots in the colours of each date, then the maps of each flight, the newest on top. */
export async function qgisLayers({ db }: Pick<Deps, 'db'>, { trial, layers: found, addresses }: Of): Promise<string> {
  const columns = await mainColumns({ db }, trial)
  const all = columns.flatMap(({ values }) => [...values])
  const limits = limitsOf(Float64Array.from(all))
  // In longitude and latitude, at an address that GDAL fetches whole.
  const ofPlots = { source: addresses.plots, provider: 'ogr', epsg: WGS84 } as const
  const plots = columns.toReversed().map((column, at): Layer => {
    const renderer = limits && limits[0] < limits[1] ? graduatedRenderer(column.title, limits) : ''
    const name = `Plots: ${column.name} on ${column.date ?? ''}`
    return { ...ofPlots, id: `plots_${at}`, name, renderer, isShown: at === 0 }
  })
  const outlines: Layer = { ...ofPlots, id: 'plots', name: 'Plots', renderer: '', isShown: true }
  const maps = addresses.layers.toReversed().map(
    ({ fileId, kind, moment, url }, at): Layer => ({
      id: `map_${at}`,
      name: `${LAYER_NAMES[kind]} on ${moment}`,
      source: `/vsicurl/${url}`,
      provider: 'gdal',
      epsg: found.find((layer) => layer.fileId === fileId)?.facts.crs?.epsg ?? null,
      renderer: '',
      isShown: at === 0,
    }),
  )
  const layers = [...(plots.length > 0 ? plots : [outlines]), ...maps]
  const tree = layers.map(
    ({ id, name, provider, source, isShown }) =>
      markup`<layer-tree-layer id="${id}" name="${name}" source="${source}" providerKey="${provider}" checked="${isShown ? 'Qt::Checked' : 'Qt::Unchecked'}" expanded="0"/>`
        .text,
  )
  return `<!DOCTYPE qgis-layer-definition><qlr><layer-tree-group name="${markup`${trial.name}`.text}" checked="Qt::Checked" expanded="1">${tree.join('')}</layer-tree-group><maplayers>${layers.map(mapLayer).join('')}</maplayers></qlr>`
}

function mapLayer({ id, name, source, provider, epsg, renderer }: Layer): string {
  const about = markup`<id>${id}</id><datasource>${source}</datasource><layername>${name}</layername><provider>${provider}</provider>`
  const srs = epsg === null ? '' : `<srs><spatialrefsys><authid>EPSG:${epsg}</authid></spatialrefsys></srs>`
  const type = provider === 'gdal' ? 'type="raster"' : 'type="vector" geometry="Polygon"'
  return `<maplayer ${type}>${about.text}${srs}${renderer}</maplayer>`
}

async function mainColumns({ db }: Pick<Deps, 'db'>, trial: Trial): Promise<ExportColumn[]> {
  const measurement = await newestDoneMeasurement(db, trial.id)
  if (!measurement) return []
  const { plotsVersion } = measurement
  for (const trait of MAIN_TRAITS) {
    const of = { trial, plotsVersion, measurement, filter: { trait }, withValues: true }
    const { columns } = await loadExportTable(db, of)
    const measured = columns.filter(({ flight }) => flight !== null)
    if (measured.length > 0) return measured
  }
  return []
}

// What a run takes of all.zip: the paths that NodeODM documents, and nothing else.

import type { ReportCategory } from '#domain/analyses.ts'
import type { ProductKind } from '../engine.ts'

export type AssetFormat = 'geotiff' | 'points' | 'glb' | 'pdf' | 'json'

export type Asset = {
  path: string
  fileName: string
  kind: ProductKind
  format: AssetFormat
  /** Whether a run that made only this has made something. */
  isMain: boolean
  /** Elevation of the ground without plants. */
  isTerrain?: true
}

export const ASSETS: readonly Asset[] = [
  {
    path: 'odm_orthophoto/odm_orthophoto.tif',
    fileName: 'orthophoto.tif',
    kind: 'orthomosaic',
    format: 'geotiff',
    isMain: true,
  },
  { path: 'odm_dem/dsm.tif', fileName: 'dsm.tif', kind: 'elevation', format: 'geotiff', isMain: true },
  {
    path: 'odm_dem/dtm.tif',
    fileName: 'dtm.tif',
    kind: 'elevation',
    format: 'geotiff',
    isMain: true,
    isTerrain: true,
  },
  {
    path: 'odm_georeferencing/odm_georeferenced_model.laz',
    fileName: 'georeferenced_model.laz',
    kind: 'point-cloud',
    format: 'points',
    isMain: true,
  },
  {
    path: 'odm_texturing/odm_textured_model_geo.glb',
    fileName: 'textured_model.glb',
    kind: 'model',
    format: 'glb',
    isMain: true,
  },
  { path: 'odm_report/report.pdf', fileName: 'report.pdf', kind: 'report', format: 'pdf', isMain: false },
  { path: 'odm_report/shots.geojson', fileName: 'shots.geojson', kind: 'other', format: 'json', isMain: false },
  {
    path: 'odm_georeferencing/ground_control_points.geojson',
    fileName: 'ground_control_points.geojson',
    kind: 'other',
    format: 'json',
    isMain: false,
  },
  { path: 'cameras.json', fileName: 'cameras.json', kind: 'other', format: 'json', isMain: false },
]

/** Read for the quality of the run, and not kept. */
export const STATISTICS_PATHS = {
  stats: 'odm_report/stats.json',
  shots: 'odm_report/shots.geojson',
  images: 'images.json',
} as const

/** What a node is asked to put into all.zip. */
export const ASSET_PATHS: readonly string[] = [
  ...new Set([...ASSETS.map(({ path }) => path), ...Object.values(STATISTICS_PATHS)]),
]

/** What an ordered output is made of; the others are made from these later. */
export const PRODUCTS_OF: Readonly<Record<ReportCategory, readonly string[]>> = {
  orthomosaic: ['orthophoto.tif'],
  elevationModels: ['dsm.tif', 'dtm.tif'],
  plantFeatures: ['orthophoto.tif', 'dsm.tif'],
  heatMaps: ['orthophoto.tif'],
  '3dModel': ['textured_model.glb'],
}

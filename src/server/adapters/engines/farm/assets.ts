// What a run takes of all.zip: the paths that NodeODM documents, and nothing else.

import type { ReportCategory } from '#domain/analyses.ts'
import type { ProductFormat } from '#server/compute/rasters/product-worker.ts'
import type { ProductKind } from '../engine.ts'

export type Asset = {
  path: string
  fileName: string
  kind: ProductKind
  purpose: string
  format: ProductFormat
}

/** A run that made one of these has made something. */
export const MAIN_KINDS: readonly ProductKind[] = ['orthomosaic', 'elevation', 'terrain', 'points', 'model']

export const ASSETS: readonly Asset[] = [
  {
    path: 'odm_orthophoto/odm_orthophoto.tif',
    fileName: 'orthophoto.tif',
    kind: 'orthomosaic',
    purpose: 'The field from above: for plot values, and to look at.',
    format: 'geotiff',
  },
  {
    path: 'odm_dem/dsm.tif',
    fileName: 'dsm.tif',
    kind: 'elevation',
    purpose: 'Heights with plants: the elevation of a flight.',
    format: 'geotiff',
  },
  {
    path: 'odm_dem/dtm.tif',
    fileName: 'dtm.tif',
    kind: 'terrain',
    purpose: 'Heights of the ground without plants: the bare ground of a trial.',
    format: 'geotiff',
  },
  {
    path: 'odm_georeferencing/odm_georeferenced_model.laz',
    fileName: 'georeferenced_model.laz',
    kind: 'points',
    purpose: 'Points in space: to look at, and for other programs.',
    format: 'points',
  },
  {
    path: 'odm_texturing/odm_textured_model_geo.glb',
    fileName: 'textured_model.glb',
    kind: 'model',
    purpose: 'The field in 3D: to look at, not to measure.',
    format: 'glb',
  },
  {
    path: 'odm_report/report.pdf',
    fileName: 'report.pdf',
    kind: 'report',
    purpose: 'How well the photos fit one another.',
    format: 'pdf',
  },
  {
    path: 'odm_report/shots.geojson',
    fileName: 'shots.geojson',
    kind: 'other',
    purpose: 'Where each photo was taken.',
    format: 'json',
  },
  {
    path: 'odm_georeferencing/ground_control_points.geojson',
    fileName: 'ground_control_points.geojson',
    kind: 'other',
    purpose: 'How well the marks on the ground fit.',
    format: 'json',
  },
  {
    path: 'cameras.json',
    fileName: 'cameras.json',
    kind: 'other',
    purpose: 'The lens of each camera, as the photos say.',
    format: 'json',
  },
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

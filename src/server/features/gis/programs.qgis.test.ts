// Where QGIS is, it opens the layers of a trial as people do: from the layer definition, and the files.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGisTrial } from '#server/testing/server/gis-trials.ts'

let trial: Awaited<ReturnType<typeof openGisTrial>>
beforeAll(async () => {
  trial = await openGisTrial()
})
afterAll(() => trial.close())

/** In metres, and in degrees. */
const WEST: Readonly<Record<string, number>> = { 'EPSG:32615': 300_000, 'EPSG:4326': -95.504 }

type Layer = { name: string; isValid: boolean; features: number; crs: string; west: number }

/** The layers that QGIS has after these lines. */
async function layersAfter(lines: readonly string[]): Promise<Layer[]> {
  const script = [
    'import json, os, sys',
    'from qgis.core import *',
    'QgsApplication.setPrefixPath("/usr", True)',
    'app = QgsApplication([], False)',
    'app.initQgis()',
    'project = QgsProject.instance()',
    ...lines,
    'print(json.dumps([{"name": one.name(), "isValid": one.isValid(), "crs": one.crs().authid(),',
    '  "features": one.featureCount() if one.type() == QgsMapLayerType.VectorLayer else 0,',
    '  "west": one.extent().xMinimum() if one.isSpatial() else 0} for one in project.mapLayers().values()]))',
    // Layers that are still held make the usual end of QGIS crash.
    'sys.stdout.flush()',
    'os._exit(0)',
  ].join('\n')
  const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen' }
  const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', script], { env })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Layer[]
}

test('QGIS opens all layers of a trial from the layer definition, where they lie', async () => {
  const path = join(trial.folder, 'trial.qlr')
  await writeFile(path, await (await fetch(trial.addresses.qgis)).text())
  const layers = await layersAfter([
    `print(QgsLayerDefinition.loadLayerDefinition("${path}", project, project.layerTreeRoot()))`,
  ])
  expect(layers.length).toBeGreaterThanOrEqual(2)
  expect(layers.map(({ isValid }) => isValid)).toEqual(layers.map(() => true))
  for (const { crs, west } of layers)
    expect(Math.abs(west - (WEST[crs] ?? Number.NaN))).toBeLessThan(0.01 * Math.abs(west))
})

test('QGIS opens every layer of the GeoPackage', async () => {
  const path = await trial.save('gpkg', 'traits.gpkg')
  const layers = await layersAfter([
    `file = QgsVectorLayer("${path}", "all", "ogr")`,
    'for one in file.dataProvider().subLayers():',
    '  name = one.split(QgsDataProvider.sublayerSeparator())[1]',
    `  project.addMapLayer(QgsVectorLayer("${path}|layername=" + name, name, "ogr"))`,
  ])
  expect(layers.filter(({ isValid }) => !isValid)).toEqual([])
  expect(layers.find(({ name }) => name === 'plots')).toMatchObject({ features: 2, crs: 'EPSG:32615' })
})

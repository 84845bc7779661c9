// Where R is, it has the last word on what can be read: it opens every file and address of a trial, and finds what lies where.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COVER, openGisTrial, PLANT, SOIL } from '#server/testing/server/gis-trials.ts'

let trial: Awaited<ReturnType<typeof openGisTrial>>
beforeAll(async () => {
  trial = await openGisTrial()
})
afterAll(() => trial.close())

/** Not the test server's own thread, which answers meanwhile. */
const r = async (lines: readonly string[]): Promise<string[]> => {
  const script = ['suppressMessages({ library(sf); library(terra) })', ...lines].join('\n')
  return (await promisify(execFile)('Rscript', ['-e', script])).stdout.trim().split('\n')
}
/** R has points for hyphens in names. */
const column = `[[make.names("${COVER}")]]`

test('R reads plots with their values, and the map below them, where they lie', async () => {
  const map = trial.addresses.layers[0]?.url ?? ''
  const [covers, means] = await r([
    `plots <- st_read("${trial.addresses.plots}", quiet = TRUE)`,
    `cat(plots${column}, "\\n")`,
    `map <- rast("/vsicurl/${map}")`,
    'found <- extract(map, project(vect(plots), crs(map)), fun = mean, na.rm = TRUE)',
    'cat(t(found[, 2:4]), "\\n")',
  ])
  expect(covers?.trim().split(' ').map(Number)).toEqual([100, 0])
  const colours = means?.trim().split(' ').map(Number) ?? []
  // The copy for viewing is a JPEG.
  for (const [at, value] of [...PLANT, ...SOIL].entries()) expect(Math.abs((colours[at] ?? 0) - value)).toBeLessThan(6)
})

test('R reads every layer and sheet of the files', async () => {
  const [gpkg, geojson, xlsx, fieldimager, csv] = [
    await trial.save('gpkg', 'traits.gpkg'),
    await trial.save('geojson', 'traits.geojson'),
    await trial.save('xlsx', 'traits.xlsx'),
    await trial.save('fieldimager', 'fieldimager.csv'),
    await trial.save('csv', 'traits.csv'),
  ]
  const [layers, plots, sheets, named, long, codebook, means] = await r([
    `layers <- st_layers("${gpkg}")$name`,
    `for (layer in layers) st_read("${gpkg}", layer, quiet = TRUE)`,
    'cat(layers, "\\n")',
    `cat(st_read("${geojson}", quiet = TRUE)${column}, "\\n")`,
    `sheets <- st_layers("${xlsx}")$name`,
    `for (sheet in sheets) st_read("${xlsx}", sheet, quiet = TRUE)`,
    'cat(length(sheets), "\\n")',
    `cat(read.csv("${fieldimager}")$PlotID, "\\n")`,
    `table <- read.csv("${csv}"); cat(table$value[table$trait == "canopyCover" & table$stat == "mean"], "\\n")`,
    `cat("${COVER}" %in% read.csv("${trial.addresses.codebook}")$heading, "\\n")`,
    `cat(read.csv("${trial.addresses.means}")$mean, "\\n")`,
  ])
  expect(layers?.trim().split(' ')).toEqual(
    expect.arrayContaining(['plots', 'observations', 'codebook', 'adjusted_means']),
  )
  expect(plots?.trim()).toBe('100 0')
  expect(Number(sheets)).toBeGreaterThan(3)
  expect(named?.trim()).toBe('101 102')
  expect(long?.trim().split(' ').map(Number)).toEqual(expect.arrayContaining([100, 0]))
  expect(codebook?.trim()).toBe('TRUE')
  expect(means?.trim().split(' ').map(Number).toSorted()).toEqual([0, 100])
})

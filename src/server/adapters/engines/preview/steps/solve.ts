// Reads what COLMAP found, adjusts it to the positions, and lays out the maps.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { GiB } from '#domain/units.ts'
import { bendOf } from '#imagery/reconstruction/bend.ts'
import { layOutMaps } from '#imagery/reconstruction/lay-out-maps.ts'
import type { Reconstruction } from '#imagery/reconstruction/model.ts'
import { readColmap } from '#imagery/reconstruction/read-colmap.ts'
import { knownOf, solveModel } from '#imagery/reconstruction/solve-model.ts'
import { speedsOf } from '#imagery/reconstruction/speeds.ts'
import { type MatchedPhoto, readStep, writeStep } from '../preview-files.ts'
import type { Report } from './report.ts'

const MODELS_MAX = 20
const FILE_BYTES_MAX = GiB(1)

export async function solve(folder: string, report: Report): Promise<void> {
  const { matched } = await readStep(folder, 'prepared')
  const models = await readModels(join(folder, 'sparse'))
  report(0.1)
  const fixes = new Map(matched.map(({ matchedName, fix }) => [matchedName, fix]))
  const focals = new Map(matched.map(({ matchedName, focal }) => [matchedName, focal]))
  const { cellPixels, lenses } = await readStep(folder, 'wanted')
  const bends = new Map(
    matched.flatMap(({ matchedName, serial }) => {
      const lens = lenses.find((one) => one.serial === serial)
      return lens ? [[matchedName, lens] as const] : []
    }),
  )
  const placed = { fixes, focals, bends, speeds: speedsOfExact(matched) }
  const { solved, refusal } = solveModel(models, placed, matched.length)
  report(0.7)
  const scales = new Map(matched.map(({ matchedName, scale }) => [matchedName, scale]))
  const layout = refusal
    ? null
    : layOutMaps(
        solved.model,
        solved.model.views.map(({ name }) => scales.get(name) ?? 1),
      )
  const bend = cellPixels > 0 && solved && layout ? bendOf(solved.model, knownOf(solved.model, placed)) : null
  await writeStep(folder, 'solved', { refusal, solved, layout, bend })
}

/** In metres. Less exact positions say nothing of the way of a camera within a photo, which is 10 to 50 cm. */
const EXACT = 0.1

const speedsOfExact = (matched: readonly MatchedPhoto[]) =>
  speedsOf(
    matched.flatMap(({ matchedName: name, fix: { at, across }, seconds }) =>
      across <= EXACT ? [{ name, at, seconds }] : [],
    ),
  )

async function readModels(folder: string): Promise<Reconstruction[]> {
  const names = await readdir(folder).catch(() => [])
  // COLMAP numbers them; of two with as many photos the first is taken.
  const first = names.toSorted((one, other) => Number(one) - Number(other)).slice(0, MODELS_MAX)
  return Promise.all(
    first.map(async (name) => {
      const [cameras, images, points] = await Promise.all(
        ['cameras', 'images', 'points3D'].map((file) => readBounded(join(folder, name, `${file}.bin`))),
      )
      return readColmap({ cameras: cameras as Uint8Array, images: images as Uint8Array, points: points as Uint8Array })
    }),
  )
}

async function readBounded(path: string): Promise<Uint8Array> {
  if ((await stat(path)).size > FILE_BYTES_MAX) throw new Error(`${path} is too large`)
  return readFile(path)
}

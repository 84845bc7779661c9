/**
 * Draws every picture of the public pages: `node tools/pictures/make.ts`. The same code draws the same bytes.
 * The social card alone needs Chromium (CHROMIUM names it when it is not at /usr/bin/chromium).
 */
import { readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { fromPixels, type Sizes, writePicture } from './encode.ts'
import { contactSheet } from './frames.ts'
import { makeMarks } from './marks.ts'
import { cloudOf, stationSheet } from './oblique.ts'
import { indexMapOf, type Picture, photoOf } from './photo.ts'
import { featureSheet, heatSheet, measurePlots } from './plots.ts'
import { writeReadings } from './readings.ts'
import { reliefOf } from './relief.ts'
import { coarseIndexMapOf, renderLandscape } from './satellite.ts'
import { renderScene } from './scene.ts'
import { fourSkies } from './skies.ts'
import { drawSocialCard } from './social-card.ts'
import { layOutTrial } from './trial.ts'

const publicFolder = fileURLToPath(new URL('../../src/web/public', import.meta.url))
const folder = `${publicFolder}/pictures`
const plots = layOutTrial()

const HERO = { avif: [720, 1280, 1760], webp: 1280, quality: 50 }
const LANDSCAPE = { avif: [640, 1280], webp: 960, quality: 52 }
const FIGURE = { avif: [480, 720, 960], webp: 720, quality: 52 }
/** For phones, which show the middle of a wide picture upright. */
const UPRIGHT = { avif: [480, 720, 1080], quality: 38 }
const UPRIGHT_RATIO = 4 / 5

async function writeWide(picture: Picture, name: string, sizes: Sizes): Promise<void> {
  await writePicture(fromPixels(picture), { folder, name }, sizes)
  const width = Math.round(picture.height * UPRIGHT_RATIO)
  const middle = { left: Math.round((picture.width - width) / 2), top: 0, width, height: picture.height }
  await writePicture(fromPixels(picture).extract(middle), { folder, name: `${name}-upright` }, UPRIGHT)
}

async function drawField(): Promise<void> {
  const field = renderScene({ x: -32, y: -17.2, width: 64, height: 32, pixelsPerMetre: 55 }, plots)
  await writeWide(photoOf(field), 'field-photo', HERO)
  await writeWide(indexMapOf(field), 'field-index', HERO)
  const readings = fileURLToPath(new URL('../../src/web/features/marketing/trial/trial-plots.json', import.meta.url))
  await writeReadings(readings, field, plots)
}

async function drawOutputs(): Promise<void> {
  const wide = renderScene({ x: -17, y: -14, width: 32, height: 24, pixelsPerMetre: 62 }, plots)
  const photo = photoOf(wide)
  await writePicture(fromPixels(reliefOf(wide)), { folder, name: 'elevation' }, FIGURE)
  const heat = fromPixels(photo)
    .modulate({ saturation: 0.12, brightness: 1.15 })
    .composite([{ input: heatSheet(measurePlots(wide, plots), wide.window) }])
  await writePicture(heat, { folder, name: 'heat-map' }, FIGURE)
  await writePicture(
    fromPixels(cloudOf(wide)).composite([{ input: stationSheet() }]),
    { folder, name: 'model' },
    FIGURE,
  )
  await writePicture(await contactSheet(photo), { folder, name: 'frames' }, FIGURE)
}

async function drawCloseUps(): Promise<void> {
  const close = renderScene({ x: -13, y: -3.4, width: 14.4, height: 10.8, pixelsPerMetre: 130 }, plots)
  await writePicture(fromPixels(photoOf(close)), { folder, name: 'orthomosaic' }, FIGURE)
  await writePicture(await fourSkies(photoOf(close)), { folder, name: 'skies' }, FIGURE)
  const features = fromPixels(photoOf(close)).composite([
    { input: featureSheet(measurePlots(close, plots), close.window) },
  ])
  await writePicture(features, { folder, name: 'plant-features' }, FIGURE)
  const target = renderScene({ x: -3.1, y: 0.55, width: 6.4, height: 4.8, pixelsPerMetre: 260 }, plots)
  await writePicture(fromPixels(photoOf(target)), { folder, name: 'ground-target' }, FIGURE)
}

async function drawLandscape(): Promise<void> {
  const landscape = renderLandscape()
  await writeWide(photoOf(landscape), 'satellite-photo', LANDSCAPE)
  await writeWide(coarseIndexMapOf(landscape), 'satellite-index', LANDSCAPE)
}

await makeMarks(publicFolder)
await drawField()
await drawOutputs()
await drawCloseUps()
await drawLandscape()
await drawSocialCard()

let total = 0
for (const name of await readdir(folder)) total += (await stat(`${folder}/${name}`)).size
console.log(`${folder}: ${(total / 1024 / 1024).toFixed(2)} MB`)

// The engine on the product's own machine, for 5 to 500 photos that look straight down (docs/decisions/046-processing.md).
import { stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { CELL_PIXELS } from '#domain/processing.ts'
import { GiB, hours } from '#domain/units.ts'
import { withFile } from '../../../compute/scratch-file.ts'
import { bytesOfFile } from '../../storage/bytes-of-file.ts'
import { type Engine, type EngineOrder, type EnginePhoto, type EngineState, RunFailed } from '../engine.ts'
import { findFeatures, matchPairs, NO_MODEL, placeCameras, type Run } from './colmap.ts'
import { missingPrograms, versionsOfPrograms } from './find-programs.ts'
import { writeMaps } from './gdal.ts'
import { type CopiedPhoto, type MadeSurface, type Model, modelOf, readStep, writeStep } from './preview-files.ts'
import { type PreviewProduct, productsOf } from './products.ts'
import { qualityOf, runQualityOf, textOf } from './quality-report.ts'
import { ProgramFailed, runProgram } from './run-program.ts'
import { freeBytes, makeScratch, removeLeftovers, type Scratch } from './scratch.ts'

type Bounds = { timeMs?: number; memoryBytes?: number; diskBytes?: number; photosBytes?: number }

const STEP = fileURLToPath(new URL('steps/step.ts', import.meta.url))

/** Runs one order after another; `root` is a folder of this machine for what is in work. */
export function openPreviewEngine(root: string, bounds: Bounds = {}): Engine {
  const { timeMs = hours(4), memoryBytes = GiB(6), diskBytes = GiB(60), photosBytes = GiB(16) } = bounds
  let running = 0
  let hasPrograms = false
  const run = async (order: EngineOrder) => {
    running += 1
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(tooLong()), timeMs)
    try {
      if (running > 1) throw new Error('The preview engine is busy')
      await removeLeftovers(root)
      const scratch = await makeScratch(root, diskBytes)
      try {
        const signal = AbortSignal.any([order.signal, late.signal])
        return await preview({ order, scratch, signal, memoryBytes, photosBytes })
      } finally {
        await scratch.remove()
      }
    } finally {
      clearTimeout(timer)
      running -= 1
    }
  }
  return {
    run,
    // Cancelling ends all of it at once, and what a crash left is removed here and before the next run.
    discard: () => removeLeftovers(root),
    state: async (): Promise<EngineState> => {
      // Starting them to see whether they are there takes longer than all else here.
      const missing = hasPrograms ? [] : await missingPrograms()
      hasPrograms = missing.length === 0
      const reason = missing.map(({ command, todo }) => `${command} is missing. ${todo}`).join(' ')
      return {
        isReady: missing.length === 0 && running === 0,
        reason: reason || (running > 0 ? 'It is busy.' : null),
        capacity: 1,
        away: 0,
      }
    },
    options: () => Promise.resolve([]),
  }
}

const tooLong = (): RunFailed =>
  new RunFailed('These photos took longer than the preview may.', { advice: 'Hand in fewer photos, or use the farm.' })

type Previewing = {
  order: EngineOrder
  scratch: Scratch
  signal: AbortSignal
  memoryBytes: number
  photosBytes: number
}

async function preview({ order, scratch, signal, memoryBytes, photosBytes }: Previewing) {
  const { folder } = scratch
  const run: Run = async (command, args, onLine = () => undefined) => {
    try {
      await runProgram({ command, args, scratch, signal, bytesMax: memoryBytes, onLine })
    } catch (error) {
      throw explain(error, command)
    }
  }
  const step = (name: string, report: (fraction: number) => void) =>
    run(process.execPath, ['--disable-warning=ExperimentalWarning', STEP, name, folder], (line) => {
      const fraction = fractionOf(line)
      if (fraction !== null) report(fraction)
    })
  const cellPixels = cellPixelsOf(order)
  await writeStep(folder, 'wanted', { cellPixels, lenses: order.lenses })
  const stages = createStages(order, cellPixels > 0 ? SHARE_BESIDE_SURFACE : 1)

  await order.noteVersion(await versionsOfPrograms())

  const placed = order.photos.filter(({ position }) => position).length
  if (placed > 0)
    order.log(`Files beside the photos say where ${placed} of them were taken, and how exactly: that is taken.`)
  await writeStep(folder, 'copied', await copyPhotos({ order, scratch, signal, photosBytes }))
  await stages.run('Reading the photos', 0.05, (report) => step('preparePhotos', report))
  const prepared = await readStep(folder, 'prepared')
  if (prepared.refusal) throw refused(prepared.refusal)
  const matching = { run, folder, prepared }
  await stages.run('Finding points in each photo', 0.15, (report) => findFeatures({ ...matching, report }))
  await stages.run('Finding the same points in neighbours', 0.4, (report) => matchPairs({ ...matching, report }))
  await stages.run('Placing the cameras', 0.1, (report) => placeCameras({ ...matching, report }))
  await stages.run('Fitting cameras to positions', 0.05, (report) => step('solve', report))
  const solved = await readStep(folder, 'solved')
  if (solved.refusal) throw refused(solved.refusal)
  const model = modelOf(solved)
  if (cellPixels > 0) {
    requireExact(model)
    await stages.run('Reading the photos in grey', 0.1, (report) => step('makeGrey', report))
    await stages.run('Matching the surface', 1.35, (report) => step('matchSurface', report))
  }
  await stages.run('Drawing the maps', 0.15, (report) => step('drawMaps', report))
  let made: MadeSurface | null = null
  if (cellPixels > 0) {
    await stages.run('Finding the ground', 0.05, (report) => step('makeTerrain', report))
    made = { ...(await readStep(folder, 'dense')), terrain: await readStep(folder, 'terrain') }
  }
  const drawn = await readStep(folder, 'drawn')
  await stages.run('Writing the files', 0.1, async (report) => {
    await writeMaps({ run, folder, prepared, layout: model.layout, drawn, made })
    report(0.6)
    await step('writeModels', (fraction) => report(0.6 + 0.4 * fraction))
  })
  const quality = qualityOf(prepared, model, made)
  await writeFile(scratch.path('quality.json'), JSON.stringify(quality, null, 2))
  await writeFile(scratch.path('quality.txt'), textOf(quality))
  await keepAll(order, scratch, productsOf(made))
  return runQualityOf(quality)
}

function fractionOf(line: string): number | null {
  const [, digits] = /^\{"fraction":([\d.e-]{1,30})\}$/.exec(line) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Of all the work, where a surface is matched, too: its stages have 1.5 times the share of all others. */
const SHARE_BESIDE_SURFACE = 0.4
/** 0 for a preview. Smaller cells than a pixel know nothing more, and would take any time and disk. */
function cellPixelsOf({ options }: EngineOrder): number {
  const wanted = options[CELL_PIXELS] ?? 0
  if (wanted === 0 || wanted === 1 || wanted === 2) return wanted
  throw new RunFailed(`${CELL_PIXELS} is ${wanted}.`, { advice: 'Choose a preset, or 1 or 2 pixels to a cell.' })
}

/** Of photos as they were matched. Heights come from places that are exact to a fraction of a pixel. */
const REPROJECTION_MAX = 0.7

function requireExact({ solved }: Model): void {
  const pixels = solved.figures.reprojectionPixels
  if (pixels > REPROJECTION_MAX)
    throw new RunFailed(
      `The photos fit one another to ${pixels.toFixed(2)} pixels only. A surface needs ${REPROJECTION_MAX}: with less, heights of plants are wrong by decimetres.`,
      {
        advice:
          'Start the preview, which needs less. For heights, fly slower and in calm air, with a shutter of 1/1000 s or faster.',
      },
    )
}

/** Counts up what is done of the whole. */
function createStages(order: EngineOrder, whole: number) {
  let done = 0
  return {
    run: async (says: string, share: number, work: (report: (fraction: number) => void) => Promise<void>) => {
      order.log(says)
      order.report('running', done)
      await work((fraction) => order.report('running', done + whole * share * fraction))
      done += whole * share
    },
  }
}

const refused = ({ message, advice }: { message: string; advice: string }): RunFailed =>
  new RunFailed(message, { advice })

/** A program that fails would fail again. */
function explain(error: unknown, command: string): unknown {
  if ((error as { code?: unknown } | null)?.code === 'ENOENT')
    return new RunFailed(`${command} is not installed on this machine.`, {
      advice: 'Run `skyfurrow doctor`, which says how to install it.',
    })
  if (!(error instanceof ProgramFailed) || isKnown(error)) return error
  return new RunFailed(`A step of the preview failed (${error.message}).`, {
    advice: 'The lines of its log below say more. Where it was killed, the machine has too little memory.',
    evidence: error.evidence,
  })
}

/** COLMAP's way to say that photos can't be joined, which its caller knows. */
const isKnown = ({ evidence }: ProgramFailed): boolean => evidence.some((line) => line.includes(NO_MODEL))

type Copying = Omit<Previewing, 'memoryBytes'>
/** For each byte of photos: themselves, their pixels in grey and the maps. */
const DISK = { preview: 2, surface: 5 }

/** Under numbers: names in different folders may be the same, and may be anything. */
async function copyPhotos({ order, scratch, signal, photosBytes }: Copying): Promise<CopiedPhoto[]> {
  const total = order.photos.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total > photosBytes)
    throw new RunFailed(
      `The photos have ${Math.ceil(total / 1e9)} GB; the preview takes up to ${Math.floor(photosBytes / 1e9)}.`,
      {
        advice: 'Hand in fewer photos, or use the farm.',
      },
    )
  const needed = total * (cellPixelsOf(order) > 0 ? DISK.surface : DISK.preview)
  const free = await freeBytes(scratch.folder)
  if (needed > free)
    throw new RunFailed(
      `These photos need about ${Math.ceil(needed / 1e9)} GB of disk, and ${Math.floor(free / 1e9)} GB are free.`,
      { advice: 'Free some on the machine of the engine (folder `scratch` of `DATA_DIR`), or use the farm.' },
    )
  const copied: CopiedPhoto[] = []
  let done = 0
  for (const [at, photo] of order.photos.entries()) {
    const file = `photo-${String(at).padStart(4, '0')}`
    await copyPhoto(photo, scratch.path(file), signal)
    copied.push({ name: photo.name, position: photo.position, file })
    done += photo.bytes
    order.report('sending', total > 0 ? done / total : 1)
  }
  return copied
}

/** @throws when the source has more or fewer bytes than it said. */
async function copyPhoto({ name, bytes, open: read }: EnginePhoto, path: string, signal: AbortSignal): Promise<void> {
  let written = 0
  await withFile(path, 'w', async (file) => {
    for await (const piece of read()) {
      signal.throwIfAborted()
      written += piece.length
      if (written > bytes) break
      await file.writeFile(piece)
    }
  })
  if (written !== bytes) throw new Error(`${name} has other bytes than it said`)
}

async function keepAll(order: EngineOrder, scratch: Scratch, products: readonly PreviewProduct[]): Promise<void> {
  for (const [at, { fileName, kind, purpose }] of products.entries()) {
    order.signal.throwIfAborted()
    order.report('fetching', at / products.length)
    const path = scratch.path(fileName)
    const { size: bytes } = await stat(path)
    await order.keep({ fileName, kind, purpose, bytes, open: () => bytesOfFile(path) })
  }
  order.report('checking', 1)
}

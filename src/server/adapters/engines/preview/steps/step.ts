// A step of a preview that computes, as a process of its own: `node step.ts <step> <folder>`. It ends when the product does.
import { drawMaps } from './draw-maps.ts'
import { makeGrey } from './make-grey.ts'
import { makeTerrain } from './make-terrain.ts'
import { matchSurface } from './match-surface.ts'
import { preparePhotos } from './prepare-photos.ts'
import type { Report } from './report.ts'
import { solve } from './solve.ts'
import { writeModels } from './write-models.ts'

type Step = (folder: string, report: Report) => Promise<void>

const STEPS = new Map<string, Step>(
  Object.entries({ preparePhotos, solve, makeGrey, matchSurface, drawMaps, makeTerrain, writeModels }),
)

// The product holds the other end.
process.stdin
  .on('end', () => process.exit(1))
  .on('error', () => process.exit(1))
  .resume()

const [, , name = '', folder = ''] = process.argv
const step = STEPS.get(name)
if (!step) throw new Error(`There is no step ${name}`)
await step(folder, (fraction) => process.stdout.write(`${JSON.stringify({ fraction })}\n`))
process.exit(0)

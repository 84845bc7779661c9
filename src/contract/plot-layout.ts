import { z } from 'zod'
import { PLOTS_MAX } from '#domain/trials.ts'

const FAR = 100_000_000
const at = z.number().min(-FAR).max(FAR)
const size = z.number().min(0).max(FAR)
const count = z.int().min(0).max(FAR)
const point = z.tuple([at, at])
const alley = z.object({ every: count, width: size })

const offsets = z
  .record(z.string().regex(/^\d{1,5}-\d{1,5}$/), point)
  .refine((moved) => Object.keys(moved).length <= PLOTS_MAX, `At most ${PLOTS_MAX} plots can be moved`)

/** How a person laid out a block of plots, in the coordinates of the plots. */
export const plotLayout = z.object({
  corners: z.array(point).max(4),
  cornersWanted: z.literal([2, 3, 4]),
  rows: count,
  columns: count,
  plotLength: size,
  plotWidth: size,
  gapLength: size,
  gapWidth: size,
  rowAlley: alley,
  columnAlley: alley,
  rowsOn: z
    .enum(['left', 'right'])
    .default('left')
    .meta({ description: 'The side of the first row on which the others lie, of a block of two corners' }),
  start: z.enum(['first', 'second', 'third', 'fourth']).meta({ description: 'The corner of row 1 and column 1' }),
  isSerpentine: z.boolean(),
  numberAlong: z.enum(['row', 'column']),
  idPattern: z.string().max(200),
  firstNumber: count,
  step: count,
  offsets: offsets.meta({ description: "How far plots lie beside their place in the grid, by 'row-column'" }),
  buffer: z.object({ ends: size, sides: size }).meta({ description: 'The margin that was shown' }),
})
export type PlotLayout = z.infer<typeof plotLayout>

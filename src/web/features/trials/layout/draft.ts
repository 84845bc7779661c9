import { z } from 'zod'
import { BLOCK_CORNERS, type GridPlan } from '#imagery/plots/grid.ts'
import type { Buffer } from '#imagery/plots/inset.ts'
import type { Layout } from '#imagery/plots/layout.ts'

/** What is drawn, in metres of the UTM zone. */
export type Draft = Required<Layout> & {
  /** How many corners are to be set. */
  cornersWanted: CornerCount
  /** The margin that is shown; it isn't saved. */
  buffer: Buffer
}
export type CornerCount = 2 | 3 | 4

const BEGIN: Draft = {
  corners: [],
  cornersWanted: 2,
  rows: 4,
  columns: 10,
  plotLength: 5,
  plotWidth: 1.5,
  gapLength: 1,
  gapWidth: 0,
  rowAlley: { every: 0, width: 2 },
  columnAlley: { every: 0, width: 1 },
  start: 'first',
  isSerpentine: false,
  numberAlong: 'row',
  idPattern: '{number}',
  firstNumber: 101,
  step: 1,
  offsets: {},
  buffer: { ends: 0, sides: 0 },
}

/** For keyboards and forms: a block of the wanted kind around a place. */
export function placeAround(draft: Draft, [x, y]: readonly [number, number]): Draft {
  const [across, along] = [draft.columns * draft.plotWidth, draft.rows * draft.plotLength]
  const corners: GridPlan['corners'] = [
    [x - across / 2, y - along / 2],
    [x + across / 2, y - along / 2],
    [x + across / 2, y + along / 2],
    [x - across / 2, y + along / 2],
  ]
  return { ...draft, corners: corners.slice(0, draft.cornersWanted), offsets: {} }
}

export const isPlaced = ({ corners, cornersWanted }: Draft): boolean => corners.length === cornersWanted

const point = z.tuple([z.number(), z.number()])
const alley = z.object({ every: z.number(), width: z.number() })
const draftSchema = z.object({
  corners: z.array(point).max(4),
  cornersWanted: z.literal([2, 3, 4]),
  rows: z.number(),
  columns: z.number(),
  plotLength: z.number(),
  plotWidth: z.number(),
  gapLength: z.number(),
  gapWidth: z.number(),
  rowAlley: alley,
  columnAlley: alley,
  start: z.enum(BLOCK_CORNERS),
  isSerpentine: z.boolean(),
  numberAlong: z.enum(['row', 'column']),
  idPattern: z.string(),
  firstNumber: z.number(),
  step: z.number(),
  offsets: z.record(z.string(), point),
  buffer: z.object({ ends: z.number(), sides: z.number() }),
})

/** It survives a reload of the page. */
const storageKey = (trialId: string, epsg: number) => `layout ${trialId} ${epsg}`

export function readDraft(trialId: string, epsg: number): Draft {
  try {
    return draftSchema.parse(JSON.parse(sessionStorage.getItem(storageKey(trialId, epsg)) ?? ''))
  } catch {
    // None is stored, or it is one of another version of the program.
    return BEGIN
  }
}

export function storeDraft(trialId: string, epsg: number, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(storageKey(trialId, epsg), JSON.stringify(draft))
    else sessionStorage.removeItem(storageKey(trialId, epsg))
  } catch {
    // The storage is blocked or full: the draft doesn't survive a reload.
  }
}

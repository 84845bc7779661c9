import { plotLayout } from '#contract/plot-layout.ts'
import type { BlockSide, GridPlan } from '#imagery/plots/grid.ts'
import type { Buffer } from '#imagery/plots/inset.ts'
import { type Layout, sideOf, withCorners } from '#imagery/plots/layout.ts'
import type { Position } from '#imagery/plots/polygon.ts'

/** What is drawn, in metres of the UTM zone. */
export type Draft = Required<Omit<Layout, 'rowsOn'>> & {
  /** Unknown until it is clicked. */
  rowsOn: BlockSide | undefined
  /** How many corners are to be set. */
  cornersWanted: CornerCount
  /** The margin that is shown; plots are saved whole. */
  buffer: Buffer
}
export type CornerCount = 2 | 3 | 4

export const BEGIN: Draft = {
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
  rowsOn: undefined,
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
  return { ...draft, corners: corners.slice(0, draft.cornersWanted), rowsOn: 'left', offsets: {} }
}

export const isPlaced = ({ corners, cornersWanted, rowsOn }: Draft): boolean =>
  corners.length === cornersWanted && (cornersWanted > 2 || rowsOn !== undefined)

/** A click sets the next corner. Of a block of two corners, the last one says on which side of the first row it lies. */
export const withClick = (draft: Draft, at: Position): Draft =>
  draft.corners.length < draft.cornersWanted
    ? { ...draft, corners: [...draft.corners, at] }
    : withCorners({ ...draft, rowsOn: sideOf(draft.corners, at) }, 2)

/** What a click would make of a block, as far as that is known already. */
export function previewOf(draft: Draft, at: Position): Draft | null {
  const clicked = withClick(draft, at)
  return clicked.corners.length > 2 || isPlaced(clicked) ? clicked : null
}

/** Of a version of the plots that is edited, or of new ones. */
export type DraftKey = { trialId: string; epsg: number; version: number | null }

/** It survives a reload of the page. */
const storageKey = ({ trialId, epsg, version }: DraftKey) => `layout ${trialId} ${epsg} ${version ?? 'new'}`

export function readDraft(key: DraftKey): Draft | null {
  try {
    return plotLayout.parse(JSON.parse(sessionStorage.getItem(storageKey(key)) ?? ''))
  } catch {
    // None is stored, or it is one of another version of the program.
    return null
  }
}

export function storeDraft(key: DraftKey, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(storageKey(key), JSON.stringify(draft))
    else sessionStorage.removeItem(storageKey(key))
  } catch {
    // The storage is blocked or full: the draft doesn't survive a reload.
  }
}

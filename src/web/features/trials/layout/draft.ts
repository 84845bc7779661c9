import { plotLayout } from '#contract/plot-layout.ts'
import type { GridPlan } from '#imagery/plots/grid.ts'
import type { Buffer } from '#imagery/plots/inset.ts'
import type { Layout } from '#imagery/plots/layout.ts'

/** What is drawn, in metres of the UTM zone. */
export type Draft = Required<Layout> & {
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

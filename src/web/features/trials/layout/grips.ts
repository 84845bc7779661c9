import { blockCorners } from '#imagery/plots/grid.ts'
import { moveBlock, moveCorners, movePlot, withCorners } from '#imagery/plots/layout.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import type { Draft } from './draft.ts'

/** What can be taken hold of and moved. Edges go from the corner of their number to the next one. */
export type Grip = 'block' | `corner ${number}` | `edge ${number}` | `plot ${string}`

/** For all that shows and says which one is chosen. */
export type Choosing = { chosen: Grip | null; onChoose: (grip: Grip | null) => void }

export const CORNERS = [0, 1, 2, 3] as const

export const gripOfPlot = (key: string): Grip => `plot ${key}`

export const keyOfGrip = (grip: Grip | null): string | undefined =>
  grip?.startsWith('plot ') ? grip.slice('plot '.length) : undefined

export function moveGrip(draft: Draft, grip: Grip, by: Position): Draft {
  const key = keyOfGrip(grip)
  if (key !== undefined) return movePlot(draft, key, by)
  if (grip === 'block') return moveBlock(draft, by)
  const at = Number(grip.split(' ')[1])
  // Two corners give a direction: the second may have been set beyond the end of the block.
  const drawn = draft.cornersWanted === 2 ? withCorners(draft, 2) : draft
  const moved = moveCorners(drawn, grip.startsWith('corner') ? [at] : [at, (at + 1) % 4], by)
  return { ...moved, cornersWanted: moved.corners.length === 4 ? 4 : draft.cornersWanted }
}

/** Where the grips of a block lie. */
export function gripsOf(draft: Draft): [Grip, Position][] {
  const block = blockCorners(draft)
  const corners = CORNERS.map((at): [Grip, Position] => [`corner ${at}`, block[at]])
  const edges = CORNERS.map((at): [Grip, Position] => [`edge ${at}`, half(block[at], block[(at + 1) % 4] ?? block[0])])
  return [...corners, ...edges, ['block', half(half(block[0], block[2]), half(block[1], block[3]))]]
}

const half = (one: Position, other: Position): Position => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]

// What is wrong with plots, in words.
import { findMeeting, isInside } from './crossings.ts'
import { areaOf, openRing, type Polygon } from './polygon.ts'

export const PLOTS_MAX = 20_000
/** Of one plot. */
export const POINTS_MAX = 2_000
/** Of all plots of a trial. */
const POINTS_OF_ALL_MAX = 1_000_000
const RINGS_MAX = 100
/** In square metres, or in square units of the map. */
const AREA_MIN = 1e-4

/** What is wrong with the polygon of a plot; undefined when it can be measured. */
export function polygonProblem(polygon: Polygon): string | undefined {
  const rings = polygon.flat()
  const points = rings.reduce((sum, ring) => sum + ring.length, 0)
  if (points === 0) return 'It has no points.'
  if (points > POINTS_MAX) return `It has ${points} points; a plot has at most ${POINTS_MAX}.`
  if (rings.length > RINGS_MAX) return `It has ${rings.length} rings; a plot has at most ${RINGS_MAX}.`
  if (!rings.every((ring) => ring.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))))
    return 'One of its coordinates is not a number.'
  const open = rings.map(openRing)
  if (open.some((ring) => ring.length < 3)) return 'It has fewer than three different points.'
  const meeting = findMeeting(open)
  if (meeting) return `Its outline meets itself near ${meeting[0].toFixed(2)}, ${meeting[1].toFixed(2)}.`
  if (areaOf(polygon) < AREA_MIN) return 'It has no area.'
  return hasHoleOutside(polygon) ? 'One of its holes lies outside of it.' : undefined
}

const hasHoleOutside = (polygon: Polygon): boolean =>
  polygon.some(([outer = [], ...holes]) =>
    holes.some((hole) => {
      const [point] = hole
      return !point || !isInside(openRing(outer), point)
    }),
  )

export type PlotProblem = { plotId: string; problem: string }

/** What is wrong with plots, as a whole and one by one; nothing when they can be measured. */
export function plotProblems(plots: readonly { plotId: string; polygon: Polygon }[]): {
  whole?: string
  plots: PlotProblem[]
} {
  if (plots.length === 0) return { whole: 'There are no plots.', plots: [] }
  if (plots.length > PLOTS_MAX)
    return { whole: `There are ${plots.length} plots; a trial has at most ${PLOTS_MAX}.`, plots: [] }
  const points = plots.reduce((sum, { polygon }) => sum + polygon.flat().reduce((all, ring) => all + ring.length, 0), 0)
  if (points > POINTS_OF_ALL_MAX)
    return { whole: `The plots have ${points} points; a trial has at most ${POINTS_OF_ALL_MAX}.`, plots: [] }
  const seen = new Set<string>()
  const found: PlotProblem[] = []
  for (const { plotId, polygon } of plots) {
    const problem = seen.has(plotId) ? 'Another plot has the same id.' : polygonProblem(polygon)
    seen.add(plotId)
    if (problem) found.push({ plotId, problem })
  }
  return { plots: found }
}

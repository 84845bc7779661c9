import type { KeyboardEvent } from 'react'
import { middleOf } from '#imagery/plots/layout.ts'
import { levelRotationOf } from '#imagery/plots/level-rotation.ts'
import { neighbourOf } from '#imagery/plots/neighbour.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import { useView } from '#web/lib/view.ts'
import { useCommands } from '#web/ui/shortcuts.ts'
import type { Workspace } from '../workspace/workspace.ts'

const ARROWS = {
  ArrowLeft: { to: [-1, 0], title: 'Next plot on the left' },
  ArrowRight: { to: [1, 0], title: 'Next plot on the right' },
  ArrowUp: { to: [0, 1], title: 'Next plot above' },
  ArrowDown: { to: [0, -1], title: 'Next plot below' },
} as const
type Arrow = keyof typeof ARROWS

const isArrow = (key: string): key is Arrow => key in ARROWS

/** Arrow keys go from the chosen plot to the next one, as the map shows them. The answer is for keys on the map. */
export function useWalk(workspace: Workspace | null) {
  const [view, show] = useView()
  const plots = workspace?.plots ?? []
  const from = plots.findIndex(({ plotId }) => plotId === view.get('plot'))
  const walk = (arrow: Arrow) => {
    const inMetres = plane(plots)
    const outlines = plots.map(({ rings: [ring = []] }) => ring)
    const angle = view.get('north') === 'up' ? 0 : levelRotationOf(outlines, inMetres)
    const [dx, dy] = ARROWS[arrow].to
    const direction: Position = [
      dx * Math.cos(angle) - dy * Math.sin(angle),
      dx * Math.sin(angle) + dy * Math.cos(angle),
    ]
    const middles = outlines.map((ring) => inMetres(middleOf(ring)))
    const next = plots[neighbourOf(middles, from, direction)]
    if (next) show({ plot: next.plotId }, { replace: true })
  }
  const keys = Object.keys(ARROWS).filter(isArrow)
  useCommands(
    from < 0 ? [] : keys.map((key) => ({ group: 'Plot', title: ARROWS[key].title, key, run: () => walk(key) })),
  )
  return (event: KeyboardEvent) => {
    const isPlain = !(event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
    if (from < 0 || !isPlain || !isArrow(event.key)) return
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'application') return
    // The map would move, too.
    event.preventDefault()
    event.stopPropagation()
    walk(event.key)
  }
}

/** Of longitude and latitude, for directions and distances within a field. */
function plane(plots: Workspace['plots']): (at: Position) => Position {
  const latitude = plots[0]?.rings[0]?.[0]?.[1] ?? 0
  const width = Math.cos((latitude * Math.PI) / 180)
  return ([longitude, at]) => [longitude * width, at]
}

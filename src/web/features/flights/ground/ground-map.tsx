import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Drawer } from '#web/lib/raster-map/drawn-layer.ts'
import { MapButtons } from '#web/lib/raster-map/map-buttons.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { createGroundMap, type GroundMapOnPage } from './create-ground-map.ts'
import type { Ground } from './ground-photos.ts'
import type { GroundPoint } from './ground-points.ts'

type GroundMapProps = {
  ground: Ground
  /** Draws this ground. */
  startDrawing: () => Drawer
  hasPictures: boolean
  /** Names of photos that a finding is about. */
  found: readonly string[]
  chosen: string | null
  onChoose: (name: string | null) => void
  points: readonly GroundPoint[]
}

/** Photos laid on the ground where they were taken. The table of photos says the same. */
export function GroundMap({ ground, startDrawing, hasPictures, found, chosen, points, onChoose }: GroundMapProps) {
  const target = useRef<HTMLDivElement>(null)
  const [groundMap, setGroundMap] = useState<GroundMapOnPage | null>(null)
  const [problem, setProblem] = useState(false)
  const [showsPictures, setShowsPictures] = useState(hasPictures)
  const paint = showsPictures
  const choose = useEffectEvent(onChoose)
  const paintNow = useEffectEvent(() => ({ showsPictures: paint }))
  useEffect(() => {
    if (!target.current) return undefined
    const created = createGroundMap({
      target: target.current,
      ground,
      startDrawing,
      paint: paintNow(),
      onChoose: (name) => choose(name),
      onProblem: () => setProblem(true),
    })
    created.fit()
    setGroundMap(created)
    return () => {
      setGroundMap(null)
      created.close()
    }
  }, [ground, startDrawing])
  useEffect(() => groundMap?.paint({ showsPictures }), [groundMap, showsPictures])
  useEffect(() => groundMap?.mark({ chosen, found }), [groundMap, chosen, found])
  useEffect(() => groundMap?.showPoints(points), [groundMap, points])
  if (problem)
    return <p className="p-4 text-sm text-muted">The map could not be drawn. The table of photos says the same.</p>
  return (
    <>
      <div
        ref={target}
        role="application"
        aria-label={`Map of ${ground.names.length.toLocaleString('en')} photos, north up. Arrow keys move it, plus and minus zoom.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move it
        tabIndex={0}
        className="absolute inset-0 bg-sunken focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus"
      />
      <MapButtons onZoom={(by) => groundMap?.zoom(by)} all="Show all photos" onFit={() => groundMap?.fit()} />
      <div className="absolute bottom-2 left-2 flex max-w-[calc(100%-1rem)] flex-wrap items-baseline gap-x-6 gap-y-1 rounded-md border border-line bg-card px-2.5 py-1.5 text-bench text-muted">
        <Caption ground={ground} showsPictures={showsPictures} />
        {hasPictures && (
          <Checkbox
            label="Pictures"
            checked={showsPictures}
            onChange={({ target: { checked } }) => setShowsPictures(checked)}
          />
        )}
      </div>
    </>
  )
}

function Caption({ ground: { isToScale }, showsPictures }: { ground: Ground; showsPictures: boolean }): ReactNode {
  if (!isToScale)
    return <span>Where the photos were taken. Their height is unknown, so what they show isn't to scale.</span>
  if (showsPictures) return <span>The photos where they were taken, in their size on flat ground. North is up.</span>
  return <span>The stronger the colour, the more photos show the ground. North is up.</span>
}

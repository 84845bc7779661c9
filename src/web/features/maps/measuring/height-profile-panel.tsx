import { useEffect, useState } from 'react'
import type { Point } from '#web/lib/raster-map/map-frame.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { ShownLayer } from '../map-controller.ts'
import { type HeightProfile, readHeightProfile } from './height-profile.ts'
import { heightUnit } from './height-unit.ts'
import { ProfileChart } from './profile-chart.tsx'

type HeightProfilePanelProps = {
  layer: ShownLayer
  line: readonly Point[]
  onRead: (at: Point | null) => void
}

type Found = { profile: HeightProfile } | { problem: string }

/** The heights of a line, once they are read. Give it a key, so that another line is another panel. */
export function HeightProfilePanel({ layer, line, onRead }: HeightProfilePanelProps) {
  const [found, setFound] = useState<Found | null>(null)
  const { map, copy } = layer
  useEffect(() => {
    const stop = new AbortController()
    readHeightProfile({ map, copy }, line, stop.signal).then(
      (profile) => setFound({ profile }),
      (error: unknown) => {
        if (!stop.signal.aborted) setFound({ problem: error instanceof Error ? error.message : String(error) })
      },
    )
    return () => stop.abort()
  }, [map, copy, line])
  if (!found) return <p className="text-sm text-muted">Reading the heights...</p>
  if ('problem' in found)
    return (
      <Alert tone="danger" title="The heights could not be read">
        {found.problem}
      </Alert>
    )
  return <ProfileChart profile={found.profile} unit={heightUnit(layer)} onRead={onRead} />
}

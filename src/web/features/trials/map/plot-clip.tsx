import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { FlightItem } from '#contract/trials.ts'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { useFlightMap } from '../flight-map/use-flight-map.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import { drawRings } from './draw-rings.ts'
import { type Clip, readClip } from './read-clip.ts'

/** Of a picture on the screen. */
const SIDE = 240

type PlotClipProps = { flight: FlightItem; plot: PlotOutline }

/** A plot on the photo of a flight; nothing where there is no photo. The values beside it say what was measured. */
export function PlotClip({ flight, plot: { plotId, rings } }: PlotClipProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { shown, problem } = useFlightMap(flight)
  const photo = shown?.map.isPicture ? shown : undefined
  const { data: clip, isError } = useQuery({
    queryKey: ['plot-clip', photo?.map.mapId, photo?.shift, plotId, rings],
    queryFn: ({ signal }) => (photo ? readClip(photo, rings, { side: SIDE, signal }) : null),
    enabled: photo !== undefined,
    retry: 1,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (canvas.current && clip) draw(canvas.current, clip)
  }, [clip])
  if (problem !== undefined || isError || (shown && !photo)) return null
  if (!clip) return <Skeleton className="h-24 w-24 shrink-0" />
  return <canvas ref={canvas} aria-hidden className="max-h-32 max-w-full shrink-0 self-start rounded-sm" />
}

function draw(canvas: HTMLCanvasElement, { picture, rings }: Clip): void {
  canvas.width = picture.width
  canvas.height = picture.height
  const context = canvas.getContext('2d')
  context?.drawImage(picture, 0, 0)
  if (context) drawRings(context, rings, { dark: 3, light: 1.5 })
}

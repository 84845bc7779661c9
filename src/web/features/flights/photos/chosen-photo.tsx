import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import type { FlightCheck, FlightPhoto } from '#domain/flights.ts'
import { Detail, Details } from '#web/ui/details.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { FindingBadges } from '../finding-badges.tsx'
import { shutterOf } from './shutter.ts'

type ChosenPhotoProps = {
  /** Absent while they are not there. */
  photos: readonly FlightPhoto[] | null | undefined
  checks: readonly FlightCheck[]
  name: string
  onChoose: (name: string) => void
  /** Where the photo itself is at hand. */
  loadPicture?: ((name: string) => Promise<ImageBitmap | null>) | undefined
}

/** What one photo says, and the photo itself. */
export function ChosenPhoto({ photos, checks, name, onChoose, loadPicture }: ChosenPhotoProps) {
  if (!photos) return <Skeleton className="h-48 w-full" />
  const at = photos.findIndex((photo) => photo.name === name)
  const photo = photos[at]
  if (!photo) return null
  const found = checks.filter(({ photos: names }) => names.includes(name))
  const go = (to: number) => {
    const next = photos[to]
    if (next) onChoose(next.name)
  }
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <p className="text-muted tabular-nums">
          Photo {(at + 1).toLocaleString('en')} of {photos.length.toLocaleString('en')}
        </p>
        <div className="flex shrink-0">
          <IconButton icon={ChevronLeft} label="Photo before" disabled={at === 0} onClick={() => go(at - 1)} />
          <IconButton
            icon={ChevronRight}
            label="Next photo"
            disabled={at === photos.length - 1}
            onClick={() => go(at + 1)}
          />
        </div>
      </div>
      <div className="grid gap-x-6 gap-y-3 @xl:grid-cols-2">
        {loadPicture && <Picture key={name} name={name} loadPicture={loadPicture} />}
        <div className="flex min-w-0 flex-col gap-3">
          {found.length > 0 && <FindingBadges checks={found} />}
          <PhotoFacts photo={photo} />
        </div>
      </div>
    </>
  )
}

const degrees = (value: number | null): string => (value === null ? '?' : `${Math.round(value)}°`)

function PhotoFacts({ photo }: { photo: FlightPhoto }) {
  const { takenAt, lon, lat, altitude, heightMetres, yaw, pitch, exposureSeconds, iso, camera, band } = photo
  const rows: readonly (readonly [string, string | null])[] = [
    ['Taken', takenAt ? dateText(takenAt.replace('T', ', ')) : null],
    ['Position', lon === null || lat === null ? null : `${lat.toFixed(6)}, ${lon.toFixed(6)}`],
    ['Altitude', altitude === null ? null : `${altitude.toFixed(1)} m`],
    ['Height', heightMetres === null ? null : `${heightMetres.toFixed(1)} m above take-off`],
    ['View', yaw === null && pitch === null ? null : `yaw ${degrees(yaw)}, pitch ${degrees(pitch)}`],
    ['Exposure', [shutterOf(exposureSeconds), iso !== null && `ISO ${iso}`].filter(Boolean).join(', ') || null],
    ['Camera', [camera, band].filter(Boolean).join(', ') || null],
  ]
  return (
    <Details>
      {rows.map(([title, text]) => (
        <Detail key={title} name={title}>
          {text === null ? <span className="text-muted">Unknown</span> : displayName(text)}
        </Detail>
      ))}
    </Details>
  )
}

type PictureProps = { name: string; loadPicture: (name: string) => Promise<ImageBitmap | null> }

function Picture({ name, loadPicture }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'none'>('loading')
  useEffect(() => {
    let isOver = false
    const show = async () => {
      const picture = await loadPicture(name)
      if (!isOver) setState(picture ? 'shown' : 'none')
      if (!isOver && picture && canvas.current) {
        canvas.current.width = picture.width
        canvas.current.height = picture.height
        canvas.current.getContext('2d')?.drawImage(picture, 0, 0)
      }
      picture?.close()
    }
    void show()
    return () => {
      isOver = true
    }
  }, [name, loadPicture])
  return (
    <div className="min-w-0">
      {state === 'loading' && <Skeleton className="aspect-4/3 w-full" />}
      {state === 'none' && <p className="text-sm text-muted">This photo can't be shown in a browser.</p>}
      <canvas
        ref={canvas}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn
        role="img"
        aria-label={`Photo ${displayName(name)}`}
        className={state === 'shown' ? 'h-auto w-full rounded-sm' : 'hidden'}
      />
    </div>
  )
}

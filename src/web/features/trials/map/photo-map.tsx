import { Focus, Minus, Plus } from 'lucide-react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type PhotoMapOptions, usePhotoMap } from './use-photo-map.ts'

/** The photo of a flight with its plots. The table of the trial says the same. */
export function PhotoMap({ label, ...options }: PhotoMapOptions & { label: string }) {
  const { target, hasProblem, readAgain, fit } = usePhotoMap(options)
  const { zoom } = options.shared
  return (
    <>
      {hasProblem && (
        <Alert
          tone="danger"
          title="Parts of the map could not be loaded"
          action={
            <Button variant="secondary" size="small" onClick={readAgain}>
              Try Again
            </Button>
          }
        />
      )}
      <div className="relative h-[60dvh] min-h-72 overflow-hidden rounded-md border border-line-strong">
        <div
          ref={target}
          role="application"
          aria-label={`${label}. Arrow keys move the map, plus and minus zoom.`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move it
          tabIndex={0}
          className="absolute inset-0 bg-sunken focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus"
        />
        <div className="absolute top-2 right-2 flex flex-col rounded-md border border-line bg-card">
          <IconButton icon={Plus} label="Zoom in" onClick={() => zoom(1)} />
          <IconButton icon={Minus} label="Zoom out" onClick={() => zoom(-1)} />
          <IconButton icon={Focus} label="Show all plots" onClick={fit} />
        </div>
      </div>
    </>
  )
}

import { CloudOff, RefreshCw } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { seconds } from '#domain/units.ts'
import { useHasUploads } from '#web/features/uploads/upload-tasks.ts'
import { focusHeading } from '#web/lib/focus-heading.ts'
import type { MissingProps } from '#web/lib/late-code.tsx'
import { useNewVersion } from '#web/lib/new-version.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { ScreenNotice } from './screen-notice.tsx'

/** In the frame, in the place of a screen whose code could not be loaded. */
export function ScreenStandIn({ trying, onTryAgain }: MissingProps) {
  usePageTitle('Screen not loaded')
  const isUploading = useHasUploads()
  const isOutdated = useNewVersion()
  const mayReload = isOutdated && !isUploading
  useEffect(() => {
    if (mayReload && !wasJustReloaded()) location.reload()
  }, [mayReload])
  /** The focus that was here goes to the screen that comes in its place. */
  const passFocusOn = useCallback(
    (notice: HTMLElement) => () => {
      if (notice.contains(document.activeElement)) queueMicrotask(focusHeading)
    },
    [],
  )
  return (
    <ScreenNotice
      ref={passFocusOn}
      icon={isOutdated ? RefreshCw : CloudOff}
      title={isOutdated ? 'This screen comes with the new version' : "This screen couldn't be loaded"}
      action={
        <>
          <Button pending={trying} onClick={onTryAgain}>
            Try again
          </Button>
          {!isUploading && (
            <Button variant="secondary" onClick={() => location.reload()}>
              Reload the page
            </Button>
          )}
        </>
      }
    >
      {reason({ isOutdated, isUploading })}
    </ScreenNotice>
  )
}

function reason({ isOutdated, isUploading }: { isOutdated: boolean; isUploading: boolean }): string {
  if (!isOutdated)
    return `We can't reach Skyfurrow right now. We keep trying, and open the screen as soon as we can.${isUploading ? ' Your upload is safe and continues by itself.' : ''}`
  return isUploading
    ? 'Skyfurrow was updated while you were working. Your upload continues; this screen opens once it has finished.'
    : 'Skyfurrow was updated while you were working. Reload the page to open this screen.'
}

/** The page must not reload over and over when that does not help. */
function wasJustReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload' && performance.now() < seconds(60)
}

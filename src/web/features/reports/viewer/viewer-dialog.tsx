import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { ReportFile } from '#contract/reports.ts'
import { displayName } from '#domain/display-names.ts'
import { truncateMiddle } from '#domain/file-names.ts'
import type { ModelType } from '#domain/models.ts'
import { formatBytes } from '#domain/units.ts'
import { UnreadableModel } from '#imagery/models/unreadable-model.ts'
import { accuracyNoteOf } from '#web/lib/accuracy-note.tsx'
import { hasWebGl } from '#web/lib/web-gl.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { loadGlb } from './load-glb.ts'
import { loadObj } from './load-obj.ts'
import { loadPoints } from './load-points.ts'
import type { Model, ModelSource } from './model.ts'
import { Viewer } from './viewer.tsx'

export type ViewerDialogProps = {
  type: ModelType | 'points'
  /** What it loads. */
  bytes: number
  file: ReportFile
  /** Those of its report. */
  files: readonly ReportFile[]
  onClose: () => void
}

/** A 3D model or a point cloud in a dialog. */
export function ViewerDialog({ onClose, ...files }: ViewerDialogProps) {
  const [attempt, setAttempt] = useState(0)
  return (
    <Dialog title={truncateMiddle(displayName(files.file.fileName))} size="large" hasFixedHeight onClose={onClose}>
      {hasWebGl() ? (
        <Content key={attempt} {...files} onCancel={onClose} onTryAgain={() => setAttempt(attempt + 1)} />
      ) : (
        <NotShown>{NO_WEBGL}</NotShown>
      )}
    </Dialog>
  )
}

type Source = Omit<ViewerDialogProps, 'onClose'>
type ContentProps = Source & { onCancel: () => void; onTryAgain: () => void }

function Content({ onCancel, onTryAgain, ...source }: ContentProps) {
  const { file, bytes } = source
  const { loaded, model, error } = useModel(source)
  const [hasFault, setFault] = useState(false)
  const onFault = (cause: unknown) => {
    console.warn(cause)
    setFault(true)
  }
  if (hasFault) return <NotShown>{NO_GRAPHICS}</NotShown>
  if (model)
    return <Viewer {...{ name: displayName(file.fileName), model, onFault }} accuracy={accuracyNoteOf(file.madeBy)} />
  if (error instanceof UnreadableModel) return <NotShown>{error.message}</NotShown>
  if (error !== undefined)
    return (
      <LoadFailed title="The file couldn't be loaded" trying={false} onTryAgain={onTryAgain}>
        Check your connection. If this page has been open for long, reload it.
      </LoadFailed>
    )
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted tabular-nums">
        {loaded < bytes ? `Loading ${formatBytes(loaded)} of ${formatBytes(bytes)}` : 'Loaded. Preparing the view…'}
      </p>
      <ProgressBar label="Loading" percent={(100 * loaded) / Math.max(1, bytes)} />
      <Button variant="secondary" className="self-start" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

const NO_WEBGL = "This browser can't show 3D: its graphics (WebGL 2) are off or missing. Download the file instead."
const NO_GRAPHICS =
  'The graphics of this browser stopped, perhaps for lack of memory. Close other tabs and open it again.'

const NotShown = ({ children }: { children: ReactNode }) => (
  <Alert tone="danger" title="This file can't be shown">
    {children}
  </Alert>
)

type Loading = { loaded: number; model?: Model; error?: unknown }

function useModel({ type, ...source }: Source): Loading {
  const [state, setState] = useState<Loading>({ loaded: 0 })
  const load = useEffectEvent((options: Pick<ModelSource, 'signal' | 'onBytes'>) =>
    LOADERS[type]({ ...source, ...options }),
  )
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const onBytes = (more: number) => setState(({ loaded }) => ({ loaded: loaded + more }))
    const show = (outcome: Partial<Loading>) => {
      if (!signal.aborted) setState((before) => ({ ...before, ...outcome }))
    }
    load({ signal, onBytes }).then(
      (model) => show({ model }),
      (error: unknown) => {
        if (!signal.aborted) console.warn(error)
        show({ error })
      },
    )
    return () => stop.abort()
  }, [])
  return state
}

const LOADERS: Record<Source['type'], (source: ModelSource) => Promise<Model>> = {
  glb: loadGlb,
  obj: loadObj,
  points: loadPoints,
}

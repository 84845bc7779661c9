import { UploadCloud } from 'lucide-react'
import { createContext, type DragEvent, type ReactNode, useContext, useId, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { FieldError } from './field.tsx'

type FileDropProps = {
  label: string
  multiple?: boolean
  disabled?: boolean
  hint: ReactNode
  error: string | undefined
  /** The chosen file, in the place of the drop zone; `ChangeFileButton` in it offers another. Files may still be dropped on it. */
  chosen?: ReactNode
  /**
   * Receives all dropped or chosen files; none when only folders were dropped. A single file also has its handle, in browsers that
   * support handles. `replaces` is true when the person asked to change the chosen file.
   */
  onFiles: (files: File[], handle: FileSystemFileHandle | undefined, replaces: boolean) => void
}

/** A drop zone that also opens the file picker, with a button for keyboard users. */
export function FileDrop({ label, multiple = false, disabled = false, hint, error, chosen, onFiles }: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const replaces = useRef(false)
  const [over, setOver] = useState(false)
  const [wasChosen, setWasChosen] = useState(false)
  if (chosen && !wasChosen) setWasChosen(true)

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (disabled || event.dataTransfer.files.length === 0) return
    const files = droppedFiles(event.dataTransfer)
    void droppedHandle(event.dataTransfer).then((handle) => onFiles(files, handle, false))
  }
  const browse = async (toReplace: boolean) => {
    const picked = multiple ? 'unsupported' : await pickWithHandle()
    replaces.current = toReplace
    if (picked === 'unsupported') input.current?.click()
    else if (picked) onFiles([picked.file], picked.handle, toReplace)
  }
  const receive = () => {
    const files = [...(input.current?.files ?? [])]
    // Reset, so that choosing the same file again fires a change event.
    if (input.current) input.current.value = ''
    if (files.length > 0) onFiles(files, undefined, replaces.current)
    replaces.current = false
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button does the same */}
      <div
        className={classNames(
          'rounded-md transition-colors duration-150',
          !chosen && 'flex flex-col items-center gap-3 border border-dashed px-4 py-7 text-center text-sm',
          over ? 'border-action bg-action/10' : !chosen && 'border-line-strong bg-sunken/60',
          error !== undefined && 'border-danger',
          disabled ? 'opacity-55' : !chosen && 'cursor-pointer hover:border-ink',
        )}
        onClick={() => !disabled && !chosen && void browse(false)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!disabled)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          multiple={multiple}
          disabled={disabled}
          tabIndex={-1}
          aria-label={label}
          aria-invalid={error !== undefined || undefined}
          className="sr-only"
          onClick={(event) => event.stopPropagation()}
          onChange={receive}
        />
        {chosen ? (
          <ChangeFile value={() => void browse(true)}>{chosen}</ChangeFile>
        ) : (
          <Invitation {...{ id, multiple, disabled, hint, error, wasChosen }} onBrowse={() => void browse(false)} />
        )}
      </div>
      {error !== undefined && <FieldError id={`${id}-error`} message={error} />}
    </fieldset>
  )
}

type InvitationProps = Pick<FileDropProps, 'multiple' | 'disabled' | 'hint' | 'error'> & {
  id: string
  wasChosen: boolean
  onBrowse: () => void
}

const Invitation = ({ id, multiple, disabled, hint, error, wasChosen, onBrowse }: InvitationProps) => (
  <>
    <UploadCloud aria-hidden className="size-7 text-muted" strokeWidth={1.5} />
    <p>{multiple ? 'Drop files here, or click to browse' : 'Drop a file here, or click to browse'}</p>
    <Button
      ref={wasChosen ? keepFocus : undefined}
      variant="secondary"
      size="small"
      disabled={disabled}
      aria-describedby={classNames(hint ? `${id}-hint` : '', error && `${id}-error`) || undefined}
      onClick={(event) => {
        event.stopPropagation()
        onBrowse()
      }}
    >
      {multiple ? 'Choose files' : 'Choose file'}
    </Button>
    {hint && (
      <div id={`${id}-hint`} className="text-muted">
        {hint}
      </div>
    )}
  </>
)

const ChangeFile = createContext<(() => void) | undefined>(undefined)

/** Opens the file picker again. Nothing outside of a drop zone. */
export function ChangeFileButton({ name }: { name: string }) {
  const change = useContext(ChangeFile)
  if (!change) return null
  return (
    <Button ref={keepFocus} variant="secondary" size="small" aria-label={`Change ${name}`} onClick={change}>
      Change
    </Button>
  )
}

/** The zone and the chosen file replace one another; the focus stays with the one that is there. */
const keepFocus = (element: HTMLElement | null): void => {
  if (document.activeElement === document.body) element?.focus()
}

/** The browser lists folders as files, and reading one fails later. They are left out. */
function droppedFiles({ items, files }: DataTransfer): File[] {
  const entries = [...items].filter((item) => item.kind === 'file')
  return [...files].filter((_, index) => entries[index]?.webkitGetAsEntry()?.isDirectory !== true)
}

async function droppedHandle({ items }: DataTransfer): Promise<FileSystemFileHandle | undefined> {
  const [item, ...others] = [...items].filter(({ kind }) => kind === 'file')
  if (others.length > 0) return undefined
  const handle = await item?.getAsFileSystemHandle?.().catch(() => undefined)
  return handle instanceof FileSystemFileHandle ? handle : undefined
}

/** Undefined when nothing was chosen; 'unsupported' where only the file input works. */
async function pickWithHandle(): Promise<{ file: File; handle: FileSystemFileHandle } | 'unsupported' | undefined> {
  if (!window.showOpenFilePicker) return 'unsupported'
  try {
    const [handle] = await window.showOpenFilePicker()
    return handle && { file: await handle.getFile(), handle }
  } catch (error) {
    // An automated browser that intercepts the picker fails with the same error as a cancelled picker, but with another message.
    const closed =
      error instanceof DOMException && error.name === 'AbortError' && !error.message.includes('Intercepted')
    return closed ? undefined : 'unsupported'
  }
}

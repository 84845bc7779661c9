import { UploadCloud } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { FieldError } from './field.tsx'

type FileDropProps = {
  label: string
  multiple?: boolean
  disabled?: boolean
  hint?: ReactNode
  error?: string | undefined
  /**
   * Receives all dropped or chosen files; none when only folders were dropped. A single file also has its handle, in browsers that
   * support handles.
   */
  onFiles: (files: File[], handle?: FileSystemFileHandle) => void
}

/** A drop zone that also opens the file picker, with a button for keyboard users. */
export function FileDrop({ label, multiple = false, disabled = false, hint, error, onFiles }: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (disabled || event.dataTransfer.files.length === 0) return
    const files = droppedFiles(event.dataTransfer)
    void droppedHandle(event.dataTransfer).then((handle) => onFiles(files, handle))
  }
  const browse = async () => {
    const picked = multiple ? 'unsupported' : await pickWithHandle()
    if (picked === 'unsupported') input.current?.click()
    else if (picked) onFiles([picked.file], picked.handle)
  }
  const chosen = () => {
    const files = [...(input.current?.files ?? [])]
    // Reset, so that choosing the same file again fires a change event.
    if (input.current) input.current.value = ''
    if (files.length > 0) onFiles(files)
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button does the same */}
      <div
        className={classNames(
          'flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-7 text-center text-sm transition-colors duration-150',
          over ? 'border-action bg-action/10' : 'border-line-strong bg-sunken/60',
          error !== undefined && 'border-danger',
          disabled ? 'opacity-55' : 'cursor-pointer hover:border-ink',
        )}
        onClick={() => !disabled && void browse()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!disabled)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <UploadCloud aria-hidden className="size-7 text-muted" strokeWidth={1.5} />
        <p>{multiple ? 'Drop files here, or click to browse' : 'Drop a file here, or click to browse'}</p>
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
          onChange={chosen}
        />
        <Button
          variant="secondary"
          size="small"
          disabled={disabled}
          aria-describedby={classNames(hint ? `${id}-hint` : '', error && `${id}-error`) || undefined}
          onClick={(event) => {
            event.stopPropagation()
            void browse()
          }}
        >
          {multiple ? 'Choose files' : 'Choose file'}
        </Button>
        {hint && (
          <div id={`${id}-hint`} className="text-muted">
            {hint}
          </div>
        )}
      </div>
      {error !== undefined && <FieldError id={`${id}-error`} message={error} />}
    </fieldset>
  )
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

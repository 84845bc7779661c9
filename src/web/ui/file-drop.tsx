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
  /** All files of one drop or choice, however many: the parent judges them. None when only folders were dropped. */
  onFiles: (files: File[]) => void
}

/** An area to drop files on or click, with a button that does the same for keys. */
export function FileDrop({ label, multiple = false, disabled = false, hint, error, onFiles }: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled && event.dataTransfer.files.length > 0) onFiles(droppedFiles(event.dataTransfer))
  }
  const chosen = () => {
    const files = [...(input.current?.files ?? [])]
    // Emptied, so that choosing the same file again is a change.
    if (input.current) input.current.value = ''
    if (files.length > 0) onFiles(files)
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button is its twin */}
      <div
        className={classNames(
          'flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-7 text-center text-sm transition-colors duration-150',
          over ? 'border-action bg-action/10' : 'border-line-strong bg-sunken/60',
          error !== undefined && 'border-danger',
          disabled ? 'opacity-55' : 'cursor-pointer hover:border-ink',
        )}
        onClick={() => !disabled && input.current?.click()}
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
            input.current?.click()
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

/** Folders look like files to the browser; reading one fails later, so they are left out here. */
function droppedFiles({ items, files }: DataTransfer): File[] {
  const entries = [...items].filter((item) => item.kind === 'file')
  return [...files].filter((_, index) => entries[index]?.webkitGetAsEntry()?.isDirectory !== true)
}

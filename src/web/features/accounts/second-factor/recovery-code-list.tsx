import { Copy, Download } from 'lucide-react'
import { brand } from '#domain/brand.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/list/save-file.ts'
import { toast } from '#web/ui/overlay/toast.ts'

type RecoveryCodeListProps = { codes: readonly string[]; email: string }

/** Shown once, because the server stores hashes only. */
export function RecoveryCodeList({ codes, email }: RecoveryCodeListProps) {
  const copy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast.success('Recovery codes copied'),
      () => toast.error('Copying failed. Download them, or write them down.'),
    )
  const save = () => saveFile(new Blob([asFile(codes, email)], { type: 'text/plain' }), 'skyfurrow-recovery-codes.txt')
  return (
    <div className="flex flex-col gap-4">
      <ol
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken px-5 py-4 font-mono tabular-nums"
      >
        {codes.map((code) => (
          <li key={code} className="text-center tracking-wide">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={copy}>
          <Copy aria-hidden className="size-4" />
          Copy
        </Button>
        <Button variant="secondary" onClick={save}>
          <Download aria-hidden className="size-4" />
          Download
        </Button>
      </div>
    </div>
  )
}

const asFile = (codes: readonly string[], email: string): string =>
  [
    `${brand.name} recovery codes of ${email}`,
    'Each code works once, in place of the authenticator app.',
    '',
    ...codes,
    '',
  ].join('\n')

import { Copy } from 'lucide-react'
import { Alert } from '#web/ui/alert.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { copyText } from '#web/ui/overlay/copy-text.ts'

/** Shown once, because the server keeps its hash only. */
export const NewToken = ({ token }: { token: string }) => (
  <Alert
    tone="success"
    title="Copy the token now: it is not shown again"
    action={<IconButton icon={Copy} label="Copy the token" onClick={() => copyText(token, 'Token copied')} />}
  >
    <code className="font-mono text-xs break-all">{token}</code>
  </Alert>
)

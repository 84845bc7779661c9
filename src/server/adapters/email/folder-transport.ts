import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMimeMessage, type Sender } from './mime-message.ts'
import type { EmailTransport, OutgoingEmail } from './transport.ts'

export type StoredEmailFile = Omit<OutgoingEmail, 'writtenAt' | 'pictures'> & { at: string }

export type FolderTransport = EmailTransport & {
  /** Newest first. */
  list: () => Promise<StoredEmailFile[]>
  /** The whole message as it was written. */
  read: (id: string) => Promise<string>
}

/** Writes each email as an .eml file into a folder, with a .json beside it for the page that shows them. */
export function createFolderTransport(options: { folder: string; from: Sender; host: string }): FolderTransport {
  return {
    send: async (email) => {
      await mkdir(options.folder, { recursive: true })
      const message = await createMimeMessage(email, { ...options, newline: 'unix' })
      await writeAtomically(join(options.folder, `${email.id}.eml`), message)
      const { writtenAt, pictures: _, ...shown } = email
      // Not by the time of sending: several are sent concurrently, in any order.
      const stored: StoredEmailFile = { ...shown, at: writtenAt.toISOString() }
      await writeAtomically(join(options.folder, `${email.id}.json`), JSON.stringify(stored))
    },
    read: (id) => readFile(join(options.folder, `${id}.eml`), 'utf8'),
    list: async () => {
      const names = await readdir(options.folder).catch(() => [])
      const files = names.filter((name) => name.endsWith('.json'))
      const emails = await Promise.all(
        files.map(async (name) => JSON.parse(await readFile(join(options.folder, name), 'utf8')) as StoredEmailFile),
      )
      return emails.toSorted((a, b) => b.at.localeCompare(a.at))
    },
  }
}

async function writeAtomically(file: string, content: Buffer | string): Promise<void> {
  await writeFile(`${file}.tmp`, content, { mode: 0o600 })
  await rename(`${file}.tmp`, file)
}

import { del, get, set } from 'idb-keyval'

/**
 * Saves the handle of the file of an open upload, so that after a reload or a crash it need not be chosen again. Only some
 * browsers provide handles, and private windows keep nothing, so callers must work without.
 */
export const saveFileHandle = (uploadId: string, handle: FileSystemFileHandle): Promise<void> =>
  orWarn(() => set(keyOf(uploadId), handle))

export const deleteFileHandle = (uploadId: string): Promise<void> => orWarn(() => del(keyOf(uploadId)))

/** The file, after the person allowed access; undefined when it is unknown, not allowed, or gone. */
export async function loadFileHandle(
  uploadId: string,
): Promise<{ file: File; handle: FileSystemFileHandle } | undefined> {
  try {
    const handle = await get<FileSystemFileHandle>(keyOf(uploadId))
    if (!handle || (await handle.requestPermission({ mode: 'read' })) !== 'granted') return undefined
    return { file: await handle.getFile(), handle }
  } catch (error) {
    logWarning(error)
    return undefined
  }
}

const keyOf = (uploadId: string): string => `file of ${uploadId}`

/** Also when there is no IndexedDB at all, which throws at once. */
async function orWarn(change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    logWarning(error)
  }
}

const logWarning = (error: unknown): void => console.warn('This browser cannot save the file handle', error)

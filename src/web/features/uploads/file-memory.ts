import { del, get, set } from 'idb-keyval'

/**
 * Remembers where on this computer the file of an open upload lies, so that after a reload or a crash it need not be chosen again.
 * Only some browsers hand out such handles, and private windows keep nothing: callers must work without.
 */
export const rememberFile = (uploadId: string, handle: FileSystemFileHandle): Promise<void> =>
  set(keyOf(uploadId), handle).catch(sayWhy)

export const forgetFile = (uploadId: string): Promise<void> => del(keyOf(uploadId)).catch(sayWhy)

/** The file again, after the person allowed it; undefined when it is not known, not allowed, or gone. */
export async function recallFile(uploadId: string): Promise<{ file: File; handle: FileSystemFileHandle } | undefined> {
  try {
    const handle = await get<FileSystemFileHandle>(keyOf(uploadId))
    if (!handle || (await handle.requestPermission({ mode: 'read' })) !== 'granted') return undefined
    return { file: await handle.getFile(), handle }
  } catch (error) {
    sayWhy(error)
    return undefined
  }
}

const keyOf = (uploadId: string): string => `file of ${uploadId}`

const sayWhy = (error: unknown): void => console.warn('This browser does not remember the file', error)

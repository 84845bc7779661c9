import { type FileHandle, open } from 'node:fs/promises'

/** Closes the file once it was used. */
export async function withFile<Result>(
  path: string,
  flags: 'r' | 'r+' | 'w' | 'w+',
  use: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, flags)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

/** Answers where each piece begins. */
export function appendTo(file: FileHandle): (data: Uint8Array) => Promise<number> {
  let end = 0
  return async (data) => {
    const at = end
    end += data.length
    await writeAll(file, data, at)
    return at
  }
}

export async function writeAll(file: FileHandle, data: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < data.length; ) {
    const { bytesWritten } = await file.write(data, done, data.length - done, at + done)
    done += bytesWritten
  }
}

/** Fewer where the file ends. */
export async function readAt(file: FileHandle, at: number, bytes: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(bytes)
  let done = 0
  while (done < bytes) {
    const { bytesRead } = await file.read(buffer, done, bytes - done, at + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return buffer.subarray(0, done)
}

import { AppError } from '#domain/errors.ts'
import type { Deps } from '../../deps.ts'

/** The result of reading a file. When it is missing in storage, because it was removed meanwhile or lost: logs and returns undefined. */
export async function skipIfMissing<Result>(
  { log }: Pick<Deps, 'log'>,
  fileId: string,
  read: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not-found')) throw error
    log.error({ fileId }, 'file missing in storage')
    return undefined
  }
}

/** The result of reading; undefined when what is read is not in storage. */
export async function unlessMissing<Result>(read: Promise<Result>): Promise<Result | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined
    throw error
  }
}

import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { minutes, seconds } from '#domain/units.ts'
import type { Bucket } from './client.ts'

const TIMEOUT_MS = seconds(10)
/** S3 refuses what is signed a quarter of an hour from its own time. */
const CLOCK_MS = minutes(5)

/**
 * Throws with the cause in plain words. It lists, since what is asked with HEAD is refused without a reason. The clock is
 * compared because the client mends its own calls by the store's time, and signed links are not mended.
 */
export async function checkBucket({ client, name, now }: Bucket): Promise<void> {
  let date = ''
  const command = new ListMultipartUploadsCommand({ Bucket: name, MaxUploads: 1 })
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      date = (result.response as { headers?: Record<string, string> }).headers?.['date'] ?? date
      return result
    },
    { step: 'deserialize', priority: 'low' },
  )
  try {
    await client.send(command, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    throw new Error(`The object store can't be used (${reason})`, { cause: error })
  }
  const apart = Math.abs(Date.parse(date) - now().getTime())
  if (apart > CLOCK_MS)
    throw new Error(`This clock and that of the object store are ${Math.round(apart / minutes(1))} minutes apart`)
}

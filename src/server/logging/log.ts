import { type DestinationStream, type Logger, pino } from 'pino'
import { createLogWriter } from './log-writer.ts'

const STANDARD_OUTPUT = 1
let standard: DestinationStream | undefined

/** One JSON object per line, times in UTC; to the standard output by default. */
export function openLog(level: string, to?: DestinationStream): Logger {
  const lines = to ?? (standard ??= createLogWriter(STANDARD_OUTPUT))
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    lines,
  )
}

type Described = { type: string; code?: string; message: string; stack?: string; cause?: Described }

/** Only what helps to find the cause: drivers attach the values of a statement to their errors, and those may be secrets. */
function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const { code } = error as { code?: unknown }
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

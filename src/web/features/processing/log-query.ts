import { useQuery } from '@tanstack/react-query'
import { processing, type RunLog } from '#contract/processing.ts'
import { RUN_LOG } from '#domain/processing.ts'
import { seconds } from '#domain/units.ts'
import { callsOf } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

const { call } = callsOf(processing)

/** The log of a run as far as it is kept; what is there already is not asked for again. Followed while the run is under way. */
export function useRunLog(runId: string, isUnderWay: boolean) {
  const key = ['run-log', runId]
  return useQuery({
    // With its end, the log is asked for once more.
    queryKey: [...key, isUnderWay],
    queryFn: async ({ signal }) => {
      const known =
        queryClient.getQueryData<RunLog>([...key, isUnderWay]) ?? queryClient.getQueryData<RunLog>([...key, true])
      return readOn({ known: known ?? { lines: [], next: 0 }, load: (from) => page(runId, from, signal) })
    },
    refetchInterval: isUnderWay ? seconds(2) : false,
    placeholderData: (previous) => previous,
  })
}

const page = async (runId: string, from: number, signal: AbortSignal): Promise<RunLog> =>
  (await call('getRunLog', { query: { runId, from: String(from) }, signal })).data

type ReadOn = { known: RunLog; load: (from: number) => Promise<RunLog> }

/** All lines from what is known on; of them, as many as the server keeps. */
export async function readOn({ known, load }: ReadOn): Promise<RunLog> {
  let log = known
  for (;;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- a page says where the next one begins
    const { lines, next } = await load(log.next)
    if (lines.length > 0) log = { lines: [...log.lines, ...lines].slice(-RUN_LOG.linesMax), next }
    if (lines.length < RUN_LOG.linesPerCall) return log
  }
}

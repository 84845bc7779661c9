import { call, callForFile } from '#web/lib/api.ts'
import { receiveCsv } from '#web/lib/receive-csv.ts'
import { useList } from '#web/lib/use-list.ts'
import type { ActivityView } from './activity-view.ts'

/** All entries of the view as a CSV file. */
export const exportActivity =
  (view: ActivityView) =>
  async (signal: AbortSignal, onRows: (rows: number) => void): Promise<Blob> =>
    receiveCsv(await callForFile('exportActivity', { query: view, signal }), onRows)

/** The log is opened to see the latest entries. */
export const useActivity = (view: ActivityView) =>
  useList(['activity', view], (after, signal) => call('listActivity', { query: { ...view, ...after }, signal }), {
    staleTime: 0,
  })

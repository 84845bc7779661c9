import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BodyIn } from '#contract/api.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/**
 * Beside a report that a customer has before them: tells the server, so that their list no longer shows it as new. When that
 * fails it stays new, and the next opening tells again.
 */
export function RecordOpened({ analysisRequestId, updatedTime }: BodyIn<'openReport'>) {
  const { mutate } = useMutation({
    mutationFn: (body: BodyIn<'openReport'>) => call('openReport', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['analyses'] }),
  })
  useEffect(() => mutate({ analysisRequestId, updatedTime }), [mutate, analysisRequestId, updatedTime])
  return null
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#web/lib/api.ts'

const PAUSE_MS = 200

/** Names of existing projects that start with the typed text, requested once typing pauses; none without text or a response. */
export function useProjectNames(typed: string): string[] {
  const search = useSettled(typed.trim())
  const { data = [] } = useQuery({
    queryKey: ['project-names', search],
    queryFn: async ({ signal }) => (await call('listProjectNames', { query: { search }, signal })).data,
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  return typed === '' ? [] : data.filter((name) => name !== typed)
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

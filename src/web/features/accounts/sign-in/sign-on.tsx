import { useMutation, useQuery } from '@tanstack/react-query'
import { call, problemOf } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { rememberSignOn } from './sign-on-ticket.ts'

/** Logs in at another service, where one is configured. `origin` is where to go on afterwards. */
export function SignOn({ origin }: { origin: string | undefined }) {
  const { data } = useQuery({
    queryKey: ['sign-on'],
    queryFn: async ({ signal }) => (await call('getSignOn', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const start = useMutation({
    mutationFn: async () => (await call('startSignOn')).data,
    onSuccess: ({ url, ticket }) => {
      rememberSignOn({ ticket, origin })
      window.location.assign(url)
    },
  })
  if (!data?.name) return null
  return (
    <div className="mt-5 flex flex-col gap-3 border-t border-line pt-5">
      {start.error && <Alert tone="danger">{problemOf(start.error)}</Alert>}
      <Button
        variant="secondary"
        className="h-11"
        pending={start.isPending || start.isSuccess}
        onClick={() => start.mutate()}
      >
        Log in with {data.name}
      </Button>
    </div>
  )
}

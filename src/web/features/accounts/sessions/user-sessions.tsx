import { useMutation, useQuery } from '@tanstack/react-query'
import { isolateName } from '#domain/display-names.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { Time } from '#web/lib/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { endSessionError, sessionsError } from '../messages.ts'
import { deviceName } from './device-name.ts'

const sessionsKey = (userId: string) => ['sessions', userId] as const

/** For staff: the sessions of a user, with a button to end them all. */
export function UserSessions({ userId, fullName }: { userId: string; fullName: string }) {
  const { data, error } = useQuery({
    queryKey: sessionsKey(userId),
    queryFn: async ({ signal }) => (await call('listUserSessions', { query: { userId }, signal })).data,
  })
  const end = useMutation({
    mutationFn: () => call('endUserSessions', { body: { userId } }),
    onSuccess: () => toast.success(`${isolateName(fullName)} was logged out everywhere`),
    onError: (failure) => toast.error(endSessionError(failure)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey(userId) }),
  })
  if (!data) return <p className="text-sm text-muted">{error ? sessionsError(error) : 'Loading sessions...'}</p>
  if (data.length === 0) return <p className="text-sm text-muted">Not signed in anywhere.</p>
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">
        Logged in on {data.length === 1 ? 'one device' : `${data.length} devices`}
      </summary>
      <ul className="mt-2 flex flex-col gap-1">
        {data.map(({ sessionId, device, address, usedTime }) => (
          <li key={sessionId} className="break-words">
            <strong className="font-semibold">{deviceName(device)}</strong>, {address || 'unknown address'}, last used{' '}
            <Time at={usedTime} />
          </li>
        ))}
      </ul>
      <Button variant="secondary" size="small" className="mt-3" pending={end.isPending} onClick={() => end.mutate()}>
        Log out everywhere
      </Button>
    </details>
  )
}

import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { queryClient } from '#web/lib/query-client.ts'

/** Around every screen that talks to the server from its first moment. */
export const Component = () => (
  <QueryClientProvider client={queryClient}>
    <Outlet />
  </QueryClientProvider>
)

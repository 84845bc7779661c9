import './lib/zod-without-eval.ts'
import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './lib/query-client.ts'
import { session } from './lib/session.ts'
import { routes } from './routes/router.tsx'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')

session.start()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </QueryClientProvider>
  </StrictMode>,
)

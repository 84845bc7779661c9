// The entry of the application; during development also of the public pages.
import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { watchVersion } from '#web/lib/new-version.ts'
import { session } from '#web/lib/session/session.ts'
import { startTheme } from '#web/lib/theme.ts'
import { routes } from './routes/router.tsx'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')

startTheme()
session.start()
watchVersion()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
)

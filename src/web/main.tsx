// The entry of the application; during development also of the public pages.
import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { session } from '#web/lib/session/session.ts'
import { startTheme } from '#web/lib/theme.ts'
import { routes } from './routes/router.tsx'

startTheme()
session.start()
void import('#web/lib/background.ts')
createRoot(document.querySelector('#root') ?? document.body).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
)

// The entry of the application; during development also of the public pages.
import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { session } from '#web/lib/session/session.ts'
import { applyTextFont } from './lib/text-font.ts'
import { routes } from './routes/router.tsx'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')

applyTextFont()
session.start()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
)

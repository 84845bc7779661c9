import { type ReactNode, StrictMode } from 'react'
import { Toaster } from '#web/ui/toaster.tsx'
import { PublicFrame } from './layouts/public-frame.tsx'

/** A public page as the build draws it and the browser takes it over. Its links open documents: it needs no router. */
export const SitePage = ({ path, children }: { path: string; children: ReactNode }) => (
  <StrictMode>
    <PublicFrame path={path}>{children}</PublicFrame>
    <Toaster />
  </StrictMode>
)

import { type ReactNode, StrictMode } from 'react'
import { Toaster } from '#web/ui/overlay/toaster.tsx'
import { PublicFrame } from '../layouts/public-frame.tsx'

/** A public page, as it is prerendered and hydrated. Its links load documents, so it needs no router. */
export const SitePage = ({ path, children }: { path: string; children: ReactNode }) => (
  <StrictMode>
    <PublicFrame path={path}>{children}</PublicFrame>
    <Toaster />
  </StrictMode>
)

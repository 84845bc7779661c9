import { Outlet, useLocation } from 'react-router'
import { PublicFrame } from './public-frame.tsx'

export const Component = () => (
  <PublicFrame path={useLocation().pathname}>
    <Outlet />
  </PublicFrame>
)

import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { loadOrStandIn } from '#web/lib/late-code.tsx'
import { paths } from '#web/lib/paths.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { ErrorPage, ScreenError } from './error-page.tsx'
import { Guard } from './guard.tsx'
import { RootLayout } from './layouts/root-layout.tsx'
import { FrameStandIn } from './missing-code/frame-stand-in.tsx'
import { ScreenStandIn } from './missing-code/screen-stand-in.tsx'
import { notFoundPage, publicPages } from './public/public-pages.ts'

type Load = () => Promise<{ Component: ComponentType }>
const late = (load: Load, StandIn: typeof ScreenStandIn) => async () => ({
  Component: await loadOrStandIn(async () => (await load()).Component, StandIn),
})
const frame = (load: Load) => ({ lazy: late(load, FrameStandIn) })
/** Whether its code can't be loaded or it throws an error: its frame stays, and with it the uploads. */
const screen = (load: Load) => ({ lazy: late(load, ScreenStandIn), errorElement: <ScreenError /> })

const publicRoutes: RouteObject = {
  ...frame(() => import('./layouts/public-layout.tsx')),
  children: [
    ...publicPages.map(({ path, load }): RouteObject => ({ path, ...screen(load) })),
    { path: '*', ...screen(notFoundPage.load) },
  ],
}

/** The handle of a route is its file. From it the build finds the chunks to preload (tools/build.mjs). */
const accountScreens: RouteObject = {
  handle: 'layouts/sign-in-layout.tsx',
  ...frame(() => import('./layouts/sign-in-layout.tsx')),
  children: [
    { path: paths.logIn(), handle: 'account/log-in.tsx', ...screen(() => import('./account/log-in.tsx')) },
    { path: paths.signUp(), handle: 'account/sign-up.tsx', ...screen(() => import('./account/sign-up.tsx')) },
    {
      path: paths.verifyEmail(),
      handle: 'account/verify-email.tsx',
      ...screen(() => import('./account/verify-email.tsx')),
    },
    {
      path: paths.forgotPassword(),
      handle: 'account/forgot-password.tsx',
      ...screen(() => import('./account/forgot-password.tsx')),
    },
    { path: paths.signOn(), handle: 'account/sign-on.tsx', ...screen(() => import('./account/sign-on.tsx')) },
    { path: paths.join(), handle: 'account/join.tsx', ...screen(() => import('./account/join.tsx')) },
  ],
}

const staffScreens: RouteObject = {
  element: <Guard allow={['ADMIN']} approvedOnly redirectTo={paths.logIn()} />,
  children: [
    { path: paths.dashboard(), element: <Navigate to={paths.adminUsers()} replace /> },
    { path: paths.adminUsers(), handle: 'staff/admin-users.tsx', ...screen(() => import('./staff/admin-users.tsx')) },
    {
      path: paths.adminUser(':userId'),
      handle: 'staff/admin-user.tsx',
      ...screen(() => import('./staff/admin-user.tsx')),
    },
    {
      path: paths.adminRequests(),
      handle: 'staff/admin-requests.tsx',
      ...screen(() => import('./staff/admin-requests.tsx')),
    },
    {
      path: paths.adminRequest(':analysisRequestId'),
      handle: 'staff/admin-request.tsx',
      ...screen(() => import('./staff/admin-request.tsx')),
    },
    { path: paths.adminMap(), handle: 'maps-and-trials/map.tsx', ...screen(() => import('./maps-and-trials/map.tsx')) },
    {
      path: paths.adminTrials(),
      handle: 'maps-and-trials/trials.tsx',
      ...screen(() => import('./maps-and-trials/trials.tsx')),
    },
    {
      path: paths.adminTrial(':trialId'),
      handle: 'maps-and-trials/trial.tsx',
      ...screen(() => import('./maps-and-trials/trial.tsx')),
    },
    {
      path: paths.adminTrialLayout(':trialId'),
      handle: 'maps-and-trials/trial-layout.tsx',
      ...screen(() => import('./maps-and-trials/trial-layout.tsx')),
    },
    {
      path: paths.adminActivity(),
      handle: 'staff/admin-activity.tsx',
      ...screen(() => import('./staff/admin-activity.tsx')),
    },
    {
      path: paths.adminEmails(),
      handle: 'staff/admin-emails.tsx',
      ...screen(() => import('./staff/admin-emails.tsx')),
    },
  ],
}

const customerScreens: RouteObject = {
  element: <Guard allow={['USER']} approvedOnly redirectTo={paths.logIn()} />,
  children: [
    {
      path: paths.myDashboard(),
      handle: 'customer/my-dashboard.tsx',
      ...screen(() => import('./customer/my-dashboard.tsx')),
    },
    {
      path: paths.myRequest(':analysisRequestId'),
      handle: 'customer/my-request.tsx',
      ...screen(() => import('./customer/my-request.tsx')),
    },
    {
      path: paths.myMaps(),
      handle: 'customer/my-maps.tsx',
      ...screen(() => import('./customer/my-maps.tsx')),
    },
    { path: paths.myMap(), handle: 'maps-and-trials/map.tsx', ...screen(() => import('./maps-and-trials/map.tsx')) },
    {
      path: paths.myTrials(),
      handle: 'maps-and-trials/trials.tsx',
      ...screen(() => import('./maps-and-trials/trials.tsx')),
    },
    {
      path: paths.myTrial(':trialId'),
      handle: 'maps-and-trials/trial.tsx',
      ...screen(() => import('./maps-and-trials/trial.tsx')),
    },
    {
      path: paths.myTrialLayout(':trialId'),
      handle: 'maps-and-trials/trial-layout.tsx',
      ...screen(() => import('./maps-and-trials/trial-layout.tsx')),
    },
  ],
}

/** Everyone who is signed in may open the account settings, with any account status. */
const accountSettings: RouteObject = {
  element: <Guard allow={['ADMIN', 'USER']} allowRequiredAction redirectTo={paths.logIn()} />,
  children: [
    { path: paths.account(), handle: 'account/account.tsx', ...screen(() => import('./account/account.tsx')) },
  ],
}

const signedInScreens: RouteObject = {
  handle: 'layouts/signed-in-layout.tsx',
  ...frame(() => import('./layouts/signed-in-layout.tsx')),
  children: [staffScreens, customerScreens, accountSettings],
}

/** What a link shows, to anybody who has it. */
const sharedScreen: RouteObject = {
  path: paths.shared(':code'),
  handle: 'shared/shared.tsx',
  ...screen(() => import('./shared/shared.tsx')),
}

/** The screens of the application, which are not prerendered. */
export const application: RouteObject = {
  handle: 'layouts/application.tsx',
  ...frame(() => import('./layouts/application.tsx')),
  children: [accountScreens, sharedScreen, signedInScreens],
}

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageSpinner />,
    children: [publicRoutes, application],
  },
]

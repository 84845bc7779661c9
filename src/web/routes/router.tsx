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
/** The handle of a route is its file. From it the build finds the chunks to preload (tools/build.mjs). */
const page = (path: string, handle: string, load: Load): RouteObject => ({ path, handle, ...screen(load) })

const publicRoutes: RouteObject = {
  ...frame(() => import('./layouts/public-layout.tsx')),
  children: [
    ...publicPages.map(({ path, load }): RouteObject => ({ path, ...screen(load) })),
    { path: '*', ...screen(notFoundPage.load) },
  ],
}

const accountScreens: RouteObject = {
  handle: 'layouts/sign-in-layout.tsx',
  ...frame(() => import('./layouts/sign-in-layout.tsx')),
  children: [
    page(paths.logIn(), 'account/log-in.tsx', () => import('./account/log-in.tsx')),
    page(paths.signUp(), 'account/sign-up.tsx', () => import('./account/sign-up.tsx')),
    page(paths.verifyEmail(), 'account/verify-email.tsx', () => import('./account/verify-email.tsx')),
    page(paths.forgotPassword(), 'account/forgot-password.tsx', () => import('./account/forgot-password.tsx')),
    page(paths.signOn(), 'account/sign-on.tsx', () => import('./account/sign-on.tsx')),
    page(paths.join(), 'account/join.tsx', () => import('./account/join.tsx')),
  ],
}

const staffScreens: RouteObject = {
  element: <Guard allow={['ADMIN']} approvedOnly redirectTo={paths.logIn()} />,
  children: [
    { path: paths.dashboard(), element: <Navigate to={paths.adminUsers()} replace /> },
    page(paths.adminUsers(), 'staff/admin-users.tsx', () => import('./staff/admin-users.tsx')),
    page(paths.adminUser(':userId'), 'staff/admin-user.tsx', () => import('./staff/admin-user.tsx')),
    page(paths.adminRequests(), 'staff/admin-requests.tsx', () => import('./staff/admin-requests.tsx')),
    page(
      paths.adminRequest(':analysisRequestId'),
      'staff/admin-request.tsx',
      () => import('./staff/admin-request.tsx'),
    ),
    page(paths.adminMap(), 'maps-and-trials/map.tsx', () => import('./maps-and-trials/map.tsx')),
    page(paths.adminTrials(), 'maps-and-trials/trials.tsx', () => import('./maps-and-trials/trials.tsx')),
    page(paths.adminTrial(':trialId'), 'maps-and-trials/trial.tsx', () => import('./maps-and-trials/trial.tsx')),
    page(
      paths.adminTrialLayout(':trialId'),
      'maps-and-trials/trial-layout.tsx',
      () => import('./maps-and-trials/trial-layout.tsx'),
    ),
    page(paths.adminActivity(), 'staff/admin-activity.tsx', () => import('./staff/admin-activity.tsx')),
    page(paths.adminEmails(), 'staff/admin-emails.tsx', () => import('./staff/admin-emails.tsx')),
  ],
}

const customerScreens: RouteObject = {
  element: <Guard allow={['USER']} approvedOnly redirectTo={paths.logIn()} />,
  children: [
    page(paths.myDashboard(), 'customer/my-dashboard.tsx', () => import('./customer/my-dashboard.tsx')),
    page(paths.myRequest(':analysisRequestId'), 'customer/my-request.tsx', () => import('./customer/my-request.tsx')),
    page(paths.myMaps(), 'customer/my-maps.tsx', () => import('./customer/my-maps.tsx')),
    page(paths.myMap(), 'maps-and-trials/map.tsx', () => import('./maps-and-trials/map.tsx')),
    page(paths.myTrials(), 'maps-and-trials/trials.tsx', () => import('./maps-and-trials/trials.tsx')),
    page(paths.myTrial(':trialId'), 'maps-and-trials/trial.tsx', () => import('./maps-and-trials/trial.tsx')),
    page(
      paths.myTrialLayout(':trialId'),
      'maps-and-trials/trial-layout.tsx',
      () => import('./maps-and-trials/trial-layout.tsx'),
    ),
  ],
}

/** Everyone who is signed in may open the account settings, with any account status. */
const accountSettings: RouteObject = {
  element: <Guard allow={['ADMIN', 'USER']} allowRequiredAction redirectTo={paths.logIn()} />,
  children: [page(paths.account(), 'account/account.tsx', () => import('./account/account.tsx'))],
}

const signedInScreens: RouteObject = {
  handle: 'layouts/signed-in-layout.tsx',
  ...frame(() => import('./layouts/signed-in-layout.tsx')),
  children: [staffScreens, customerScreens, accountSettings],
}

/** What a link shows, to anybody who has it. */
const sharedScreen: RouteObject = page(paths.shared(':code'), 'shared/shared.tsx', () => import('./shared/shared.tsx'))

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

import { Navigate, type RouteObject } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { ErrorPage } from './error-page.tsx'
import { Guard } from './guard.tsx'
import { RootLayout } from './layouts/root-layout.tsx'
import { notFoundPage, publicPages } from './public-pages.ts'

const publicRoutes: RouteObject = {
  lazy: () => import('./layouts/public-layout.tsx'),
  children: [
    ...publicPages.map(({ path, load }): RouteObject => ({ path, lazy: load })),
    { path: '*', lazy: notFoundPage.load },
  ],
}

/** The handle of a route is its file. From it the build finds the chunks to preload (tools/build.mjs). */
const accountScreens: RouteObject = {
  handle: 'layouts/sign-in-layout.tsx',
  lazy: () => import('./layouts/sign-in-layout.tsx'),
  children: [
    { path: paths.logIn(), handle: 'log-in.tsx', lazy: () => import('./log-in.tsx') },
    { path: paths.signUp(), handle: 'sign-up.tsx', lazy: () => import('./sign-up.tsx') },
    { path: paths.verifyEmail(), handle: 'verify-email.tsx', lazy: () => import('./verify-email.tsx') },
    { path: paths.forgotPassword(), handle: 'forgot-password.tsx', lazy: () => import('./forgot-password.tsx') },
  ],
}

const dashboard: RouteObject = {
  handle: 'layouts/dashboard-layout.tsx',
  lazy: () => import('./layouts/dashboard-layout.tsx'),
}

const staffScreens: RouteObject = {
  element: <Guard allow={['ADMIN']} approvedOnly redirectTo={paths.logIn()} />,
  children: [
    {
      ...dashboard,
      children: [
        { path: paths.dashboard(), element: <Navigate to={paths.adminUsers()} replace /> },
        { path: paths.adminUsers(), handle: 'admin-users.tsx', lazy: () => import('./admin-users.tsx') },
        { path: paths.adminRequests(), handle: 'admin-requests.tsx', lazy: () => import('./admin-requests.tsx') },
        { path: paths.adminActivity(), handle: 'admin-activity.tsx', lazy: () => import('./admin-activity.tsx') },
        { path: paths.adminEmails(), handle: 'admin-emails.tsx', lazy: () => import('./admin-emails.tsx') },
        { path: paths.formerAdminEmails(), element: <Navigate to={paths.adminEmails()} replace /> },
      ],
    },
  ],
}

const customerScreens: RouteObject = {
  element: <Guard allow={['USER']} approvedOnly redirectTo={paths.logIn()} />,
  children: [
    {
      ...dashboard,
      children: [{ path: paths.myDashboard(), handle: 'my-dashboard.tsx', lazy: () => import('./my-dashboard.tsx') }],
    },
  ],
}

/** Everyone who is signed in may open the account settings, with any account status. */
const accountSettings: RouteObject = {
  element: <Guard allow={['ADMIN', 'USER']} allowRequiredAction redirectTo={paths.logIn()} />,
  children: [
    {
      handle: 'layouts/account-settings-layout.tsx',
      lazy: () => import('./layouts/account-settings-layout.tsx'),
      children: [{ path: paths.account(), handle: 'account.tsx', lazy: () => import('./account.tsx') }],
    },
  ],
}

/** The screens of the application, which are not prerendered. */
export const application: RouteObject = {
  handle: 'layouts/application.tsx',
  lazy: () => import('./layouts/application.tsx'),
  children: [accountScreens, staffScreens, customerScreens, accountSettings],
}

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageSpinner />,
    children: [publicRoutes, application],
  },
]

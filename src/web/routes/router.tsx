import { Navigate, type RouteObject } from 'react-router'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { ErrorPage } from './error-page.tsx'
import { Guard } from './guard.tsx'
import { RootLayout } from './layouts/root-layout.tsx'
import { paths } from './paths.ts'

const publicPages: RouteObject = {
  lazy: () => import('./layouts/public-layout.tsx'),
  children: [
    { index: true, lazy: () => import('./home.tsx') },
    { path: paths.products(), lazy: () => import('./products.tsx') },
    { path: paths.smartCropManagement(), lazy: () => import('./smart-crop-management.tsx') },
    { path: paths.services(), lazy: () => import('./services.tsx') },
    { path: paths.about(), lazy: () => import('./about.tsx') },
    { path: paths.contact(), lazy: () => import('./contact.tsx') },
    { path: paths.blogs(), lazy: () => import('./blogs.tsx') },
    { path: `${paths.blogs()}/:slug`, lazy: () => import('./blog-article.tsx') },
    { path: paths.privacyPolicy(), lazy: () => import('./privacy-policy.tsx') },
    { path: '*', lazy: () => import('./not-found.tsx') },
  ],
}

const accountScreens: RouteObject = {
  lazy: () => import('./layouts/account-layout.tsx'),
  children: [
    { path: paths.logIn(), lazy: () => import('./log-in.tsx') },
    { path: paths.signUp(), lazy: () => import('./sign-up.tsx') },
    { path: paths.verifyEmail(), lazy: () => import('./verify-email.tsx') },
    { path: paths.forgotPassword(), lazy: () => import('./forgot-password.tsx') },
  ],
}

const staffScreens: RouteObject = {
  element: <Guard allow={['ADMIN']} redirectTo={paths.logIn()} />,
  children: [
    {
      lazy: () => import('./layouts/work-layout.tsx'),
      children: [
        { path: paths.dashboard(), element: <Navigate to={paths.adminUsers()} replace /> },
        { path: paths.adminUsers(), lazy: () => import('./admin-users.tsx') },
        { path: paths.adminRequests(), lazy: () => import('./admin-requests.tsx') },
      ],
    },
  ],
}

const customerScreens: RouteObject = {
  element: <Guard allow={['USER']} approvedOnly redirectTo={paths.logIn()} />,
  children: [
    {
      lazy: () => import('./layouts/work-layout.tsx'),
      children: [{ path: paths.myDashboard(), lazy: () => import('./my-dashboard.tsx') }],
    },
  ],
}

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageSpinner />,
    children: [publicPages, accountScreens, staffScreens, customerScreens],
  },
]

import type { Role } from '#domain/accounts.ts'
import type { RequiredAction } from '#domain/second-factor.ts'
import type { UserStatus } from '#domain/users.ts'

const ofRequest = (analysisRequestId: string | undefined): string =>
  analysisRequestId === undefined ? '' : `?request=${analysisRequestId}`
const ofProject = (projectType: string | undefined): string =>
  projectType === undefined ? '' : `?project=${encodeURIComponent(projectType)}`

export const paths = {
  home: () => '/',
  products: () => '/products',
  archiveLimits: () => '/products#archives',
  smartCropManagement: () => '/smart-crop-management',
  services: () => '/services',
  about: () => '/about',
  contact: () => '/contact',
  blogs: () => '/blogs',
  blogArticle: (slug: string) => `/blogs/${encodeURIComponent(slug)}`,
  privacyPolicy: () => '/privacy-policy',
  logIn: () => '/log-in',
  signUp: () => '/sign-up',
  verifyEmail: () => '/verify-email',
  forgotPassword: () => '/forgot-password',
  dashboard: () => '/dashboard',
  adminUsers: () => '/dashboard/users',
  adminUser: (userId: string) => `/dashboard/users/${userId}`,
  adminRequests: () => '/dashboard/requests',
  adminRequest: (analysisRequestId: string) => `/dashboard/requests/${analysisRequestId}`,
  adminMap: (analysisRequestId?: string) => `/dashboard/map${ofRequest(analysisRequestId)}`,
  adminMapsOf: (userId: string, mapId: string) => `/dashboard/map?customer=${userId}&maps=${mapId}`,
  adminMapWithProducts: (analysisRequestId: string) => `${paths.adminMap(analysisRequestId)}&products=true`,
  adminTrials: () => '/dashboard/trials',
  adminTrial: (trialId: string) => `/dashboard/trials/${trialId}`,
  adminTrialLayout: (trialId: string) => `/dashboard/trials/${trialId}/layout`,
  adminActivity: (subject?: string) => `/dashboard/activity${subject === undefined ? '' : `?subject=${subject}`}`,
  adminEmails: () => '/dashboard/emails',
  activityBy: (userId: string) => `/dashboard/activity?actor=${userId}`,
  myDashboard: () => '/my-dashboard',
  myRequest: (analysisRequestId: string) => `/my-dashboard/requests/${analysisRequestId}`,
  myMap: (analysisRequestId?: string) => `/my-dashboard/map${ofRequest(analysisRequestId)}`,
  myMapOfProject: (projectType: string) => `/my-dashboard/map${ofProject(projectType)}`,
  myMaps: (projectType?: string) => `/my-dashboard/maps${ofProject(projectType)}`,
  myTrials: () => '/my-dashboard/trials',
  myTrial: (trialId: string) => `/my-dashboard/trials/${trialId}`,
  myTrialLayout: (trialId: string) => `/my-dashboard/trials/${trialId}/layout`,
  account: () => '/account',
  join: () => '/join',
  signOn: () => '/sign-on',
  shared: (code: string) => `/shared/${code}`,
} as const

type Person = { roles: readonly Role[]; userStatus: UserStatus; requiredAction?: RequiredAction | undefined }

/** Whether a person may open a dashboard at all. */
export const canUseDashboard = ({ userStatus }: Pick<Person, 'userStatus'>): boolean => userStatus === 'APPROVED'

/** Where a person is sent after login, and from screens that are not for them. */
export function defaultPathOf({ roles, userStatus, requiredAction }: Person): string {
  if (!canUseDashboard({ userStatus })) return paths.home()
  if (requiredAction) return paths.account()
  return roles.includes('ADMIN') ? paths.dashboard() : paths.myDashboard()
}

/** Back to the protected page that required the login, if this person may open it; otherwise to their default page. */
export function afterLogIn(person: Person, origin: string | undefined): string {
  return origin !== undefined && !person.requiredAction && mayOpen(person, origin) ? origin : defaultPathOf(person)
}

function mayOpen({ roles, userStatus }: Person, origin: string): boolean {
  const [pathname = ''] = origin.split(/[?#]/, 1)
  const isUnder = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  if (isUnder(paths.account()) || isUnder(paths.join())) return true
  if (!canUseDashboard({ userStatus })) return false
  return isUnder(paths.dashboard()) ? roles.includes('ADMIN') : isUnder(paths.myDashboard()) && roles.includes('USER')
}

/** The protected page that sent a visitor to the login, from the navigation state. Only paths of this site are accepted. */
export function originFrom(state: unknown): string | undefined {
  const origin = textFrom(state, 'origin')
  return origin?.startsWith('/') && !origin.startsWith('//') ? origin : undefined
}

/** The state for the next screen on the way to a login. It keeps the page that required it. */
export const onTheWay = (state: unknown, next: object = {}): object => {
  const origin = originFrom(state)
  return { ...(origin !== undefined && { origin }), ...next }
}

/** A text that the previous screen passed in the navigation state, which survives a reload. */
export function textFrom(state: unknown, key: string): string | undefined {
  const value = valueFrom(state, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function numberFrom(state: unknown, key: string): number | undefined {
  const value = valueFrom(state, key)
  return typeof value === 'number' ? value : undefined
}

const valueFrom = (state: unknown, key: string): unknown =>
  typeof state === 'object' && state !== null ? Object.entries(state).find(([name]) => name === key)?.[1] : undefined

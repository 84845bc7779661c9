import { brand } from '#domain/brand.ts'
import { paths } from '#web/lib/paths.ts'

export type PageMeta = { path: string; title: string; description: string }

/** Titles and descriptions of the public pages, for search engines and shared links. */
export const pages = {
  home: {
    path: paths.home(),
    title: 'Home',
    description:
      'Upload the drone photos of your trial. You get orthomosaics, elevation models and a value for every plot, in a report signed by its author.',
  },
  products: {
    path: paths.products(),
    title: 'Drone Image Processing',
    description:
      'Drone photos of a field trial in, plot values out: orthomosaic, elevation models, canopy height and cover, vegetation indices, heat maps, 3D model.',
  },
  smartCropManagement: {
    path: paths.smartCropManagement(),
    title: 'Smart Crop Management',
    description:
      'An agronomist follows your fields on satellite images through the season, and tells you what to check.',
  },
  services: {
    path: paths.services(),
    title: 'Services',
    description:
      'Drone image processing for crop phenotyping, smart crop management from satellite images, and custom software for agriculture.',
  },
  about: {
    path: paths.about(),
    title: 'About Us',
    description: `${brand.name} works for plant breeders, research stations and farms: our mission, our vision, and the rules we work by.`,
  },
  contact: {
    path: paths.contact(),
    title: 'Contact Us',
    description:
      'Ask about a trial, a field or a request: write to us with the form or by email, and see what helps us answer right away.',
  },
  blogs: {
    path: paths.blogs(),
    title: 'News and Blogs',
    description:
      'How to fly for canopy height, what overlap does, which vegetation index answers which question: notes from the work with drone images of crops.',
  },
  privacyPolicy: {
    path: paths.privacyPolicy(),
    title: 'Privacy Policy',
    description: `What ${brand.name} keeps about you and your images, why, for how long, and what you can ask for. No advertising, no tracking.`,
  },
} as const satisfies Record<string, PageMeta>

export const notFoundTitle = 'Page not found'

/** The initial titles of the application's screens. They are not indexed by search engines. */
export const screens = {
  logIn: { path: paths.logIn(), title: 'Log in' },
  signUp: { path: paths.signUp(), title: 'Sign up' },
  verifyEmail: { path: paths.verifyEmail(), title: 'Verify Email' },
  forgotPassword: { path: paths.forgotPassword(), title: 'Forgot Password' },
  join: { path: paths.join(), title: 'Invitation' },
  signOn: { path: paths.signOn(), title: 'Log in' },
  shared: { path: paths.shared(':code'), title: 'Shared' },
  dashboard: { path: paths.dashboard(), title: 'Users' },
  adminUsers: { path: paths.adminUsers(), title: 'Users' },
  adminUser: { path: paths.adminUser(':userId'), title: 'User' },
  adminRequests: { path: paths.adminRequests(), title: 'Dashboard' },
  adminRequest: { path: paths.adminRequest(':analysisRequestId'), title: 'Request' },
  adminMap: { path: paths.adminMap(), title: 'Map' },
  adminTrials: { path: paths.adminTrials(), title: 'Trials' },
  adminTrial: { path: paths.adminTrial(':trialId'), title: 'Trial' },
  adminTrialLayout: { path: paths.adminTrialLayout(':trialId'), title: 'Draw plots' },
  adminActivity: { path: paths.adminActivity(), title: 'Activity log' },
  adminEmails: { path: paths.adminEmails(), title: 'Undelivered emails' },
  myDashboard: { path: paths.myDashboard(), title: 'Dashboard' },
  myRequest: { path: paths.myRequest(':analysisRequestId'), title: 'Request' },
  myMaps: { path: paths.myMaps(), title: 'Maps' },
  myMap: { path: paths.myMap(), title: 'Map' },
  myTrials: { path: paths.myTrials(), title: 'Trials' },
  myTrial: { path: paths.myTrial(':trialId'), title: 'Trial' },
  myTrialLayout: { path: paths.myTrialLayout(':trialId'), title: 'Draw plots' },
  account: { path: paths.account(), title: 'Account settings' },
} as const

import { paths } from '#web/lib/paths.ts'

export const mainLinks = [
  { label: 'Home', to: paths.home() },
  { label: 'Drone Image Processing', to: paths.products() },
  { label: 'Smart Crop Management', to: paths.smartCropManagement() },
  { label: 'About Us', to: paths.about() },
  { label: 'Contact Us', to: paths.contact() },
] as const

export const serviceLinks = [
  { label: 'Drone Image Processing', to: paths.products() },
  { label: 'Smart Crop Management', to: paths.smartCropManagement() },
  { label: 'Custom agri software', to: `${paths.services()}#custom-software` },
] as const

export const footerLinks = [
  { label: 'Home', to: paths.home() },
  { label: 'About Us', to: paths.about() },
  { label: 'All services', to: paths.services() },
  { label: 'News and Blogs', to: paths.blogs() },
  { label: 'Contact Us', to: paths.contact() },
] as const

/** The RSS feed of the blog, written by the build. */
export const FEED_PATH = '/feed.xml'

/** The name and contacts of the company. */
export const brand = {
  name: 'Skyfurrow',
  tagline: 'From drone images to numbers you can trust',
  contactEmail: 'hello@skyfurrow.example',
  careersUrl: 'mailto:careers@skyfurrow.example',
  socialLinks: [
    { label: 'LinkedIn', url: 'https://www.linkedin.com/company/skyfurrow' },
    { label: 'YouTube', url: 'https://www.youtube.com/@skyfurrow' },
    { label: 'GitHub', url: 'https://github.com/skyfurrow' },
  ],
} as const
